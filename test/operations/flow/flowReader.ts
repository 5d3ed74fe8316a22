import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

interface FlowReader {
  /** The pictures so far, the newest last. */
  flows: any[];
  beats: () => number;
  headers: Headers;
  /** Resolves when the server has ended the stream; rejects when the connection broke. */
  ended: Promise<void>;
  leave: () => void;
}

/** Reads the stream of the flow as a page does. */
export async function readFlow(token: string, base?: string): Promise<FlowReader> {
  const url = base ?? (await startService()).url;
  const over = new AbortController();
  const answer = await fetch(`${url}/admin-api/infra/flow/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  });
  if (answer.status !== 200) throw new Error(`the flow answers ${answer.status}`);
  const flows: any[] = [];
  let beats = 0;
  const hear = (part: string): void => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part)!;
    if (event === "flow") flows.push(JSON.parse(data!));
    else beats++;
  };
  const read = async (): Promise<void> => {
    let text = "";
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (text + chunk).split("\n\n");
      text = parts.pop()!;
      parts.forEach(hear);
    }
  };
  const ended = read();
  // Whoever leaves does not ask how it ended.
  ended.catch(() => undefined);
  await eventually("the first picture", async () => flows.length > 0);
  return { flows, beats: () => beats, headers: answer.headers, ended, leave: () => over.abort() };
}
