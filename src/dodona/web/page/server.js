// Requests to the server that the page comes from.

const base = new URL("./", document.baseURI);

export async function ask(path, data) {
  const options = data === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(data),
  };
  let answer;
  try {
    answer = await fetch(new URL(`explorer/${path}`, base), options);
  } catch {
    throw new Error("The server does not answer: is `dodona explore` still running?");
  }
  if (!answer.ok) throw new Error((await answer.text()) || `The server answered ${answer.status}.`);
  return answer.json();
}
