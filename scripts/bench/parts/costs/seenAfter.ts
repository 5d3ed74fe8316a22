import { setTimeout as pause } from "node:timers/promises";
import type { Deployment } from "../../deployment.js";

/** Of no use to orders: they go on while it is paused. */
const QUEUE = "website";
/** Further apart than two pictures, and never at the same moment of one. */
const APART_MS = [2_050, 2_290, 2_530, 2_770];
const MOST_MS = 15_000;

type Node = { id: string; state: string; reason: { en: string } | null };
type Picture = { nodes: Node[] };

/**
 * How long it takes until whoever watches the flow has read, in ms and sorted, that a queue was paused or resumed: from
 * before the act is asked for.
 */
export async function measureSeen(
  { url }: Pick<Deployment, "url">,
  headers: Record<string, string>,
  events: number,
): Promise<number[]> {
  const end = new AbortController();
  const { body } = await fetch(`${url}/admin-api/infra/flow/stream`, { headers, signal: end.signal });
  let latest: Node | undefined;
  let heard = (): void => {};
  const read = async (): Promise<void> => {
    for await (const picture of picturesOf(body!)) {
      latest = picture.nodes.find(({ id }) => id === `queue:${QUEUE}`);
      heard();
    }
  };
  const reading = read().catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  const until = async (stands: boolean): Promise<void> => {
    const late = AbortSignal.timeout(MOST_MS);
    const isLate = new Promise<void>((resolve) => late.addEventListener("abort", () => resolve()));
    while ((latest?.state === "stands") !== stands) {
      if (late.aborted) throw new Error(`the flow shows ${JSON.stringify(latest)} ${MOST_MS} ms after the act`);
      await Promise.race([new Promise<void>((resolve) => (heard = resolve)), isLate]);
    }
  };
  const act = async (name: "pause" | "resume"): Promise<number> => {
    const begun = performance.now();
    const answer = await fetch(`${url}/admin-api/infra/queue/${name}`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name: QUEUE }),
    });
    const { code } = (await answer.json()) as { code: number };
    if (code !== 0) throw new Error(`the queue could not be asked to ${name}: ${code}`);
    await until(name === "pause");
    return performance.now() - begun;
  };
  const taken: number[] = [];
  try {
    for (let n = 0; n < events; n++) {
      await pause(APART_MS[n % APART_MS.length]);
      taken.push(await act(n % 2 === 0 ? "pause" : "resume"));
    }
  } finally {
    await act("resume");
    end.abort();
    await reading;
  }
  return taken.toSorted((a, b) => a - b);
}

async function* picturesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Picture> {
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split("\n\n");
    text = parts.pop()!;
    for (const part of parts) {
      const [, data] = /^event: flow\ndata: (.*)$/.exec(part) ?? [];
      if (data) yield JSON.parse(data) as Picture;
    }
  }
}
