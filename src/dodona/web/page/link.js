// Links that bring back a state: it stands in the part of the address after #, compressed.

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function toHash(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const packed = await through(new CompressionStream("deflate-raw"), bytes);
  const text = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

export async function fromHash(hash) {
  const text = atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const bytes = await through(new DecompressionStream("deflate-raw"), packed);
  return JSON.parse(new TextDecoder().decode(bytes));
}
