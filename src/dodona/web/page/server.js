// Requests to the server that the page comes from.

const base = new URL("./", document.baseURI);
let asking = 0;

export async function ask(path, data) {
  busy(1);
  try {
    return await answerOf(path, data);
  } finally {
    busy(-1);
  }
}

function busy(change) {
  asking += change;
  document.documentElement.setAttribute("aria-busy", asking > 0);
}

async function answerOf(path, data) {
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
