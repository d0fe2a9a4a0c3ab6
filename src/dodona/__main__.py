from dodona.cli.main import main

main()
