import { setTimeout as pause } from "node:timers/promises";
import { Refused, shopperAt, type LoadResult, type Shopper } from "./load.js";

export interface PacedWalk {
  name: string;
  /** Walks per second, on the next free client; the wait for a free client counts. */
  perSecond: number;
  clients: number;
  tokens: readonly string[];
  walk: (shopper: Shopper, turn: number) => Promise<unknown>;
}

/** Shoppers arrive independently of the shop's speed: each walk is timed from its scheduled start. */
export async function keepPace(url: string, seconds: number, walks: readonly PacedWalk[]): Promise<LoadResult[]> {
  const started = performance.now();
  return Promise.all(walks.map((one) => paced(url, started, seconds, one)));
}

async function paced(
  url: string,
  started: number,
  seconds: number,
  { perSecond, clients, tokens, walk }: PacedWalk,
): Promise<LoadResult> {
  const times: number[] = [];
  const refused: Record<string, number> = {};
  let next = 0;
  const count = Math.floor(perSecond * seconds);
  const client = async (): Promise<void> => {
    const connection = shopperAt(url);
    while (next < count) {
      const turn = next++;
      const due = started + (turn * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      const number = turn % tokens.length;
      try {
        await walk(connection.as(tokens[number]!, number), turn);
        times.push(performance.now() - due);
      } catch (error) {
        const what = error instanceof Refused ? error.what : String(error);
        refused[what] = (refused[what] ?? 0) + 1;
      }
    }
    await connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const walkMs = Float64Array.from(times).sort();
  return { walks: times.length, seconds: (performance.now() - started) / 1_000, walkMs, refused };
}
