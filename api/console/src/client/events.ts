import { openStream } from "./client";

export interface StreamEvent {
  event: string;
  data: string;
}

/** The server sends something every 15 s: a connection that is silent for longer is dead. */
const SILENT_MS = 40_000;

/** Server-sent events of a path, until it ends. Throws when it is refused, broken or silent. */
export async function* eventsOf(path: string, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const dead = new AbortController();
  let timer = 0;
  const alive = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => dead.abort(), SILENT_MS);
  };
  alive();
  try {
    const stream = await openStream(path, AbortSignal.any([signal, dead.signal]));
    const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      alive();
      const parts = (text + value).split("\n\n");
      text = parts.pop()!;
      for (const part of parts) yield eventOf(part);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The fields of one event; each of ours stands in one line. */
function eventOf(part: string): StreamEvent {
  const fields = Object.fromEntries(
    part.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  return { event: fields["event"] ?? "message", data: fields["data"] ?? "" };
}
