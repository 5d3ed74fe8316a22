import { Terminal } from "#shared/kernel/kernel.codes.js";
import { connectTo, type Send } from "./connection.js";
import { percentile } from "./figures.js";

/** Plays a shopper's app: sequential calls over one keep-alive connection. */
export interface Shopper {
  /** From 0. */
  number: number;
  post(path: string, body: object): Promise<unknown>;
  get(path: string): Promise<unknown>;
}

/** A response that is not a success. */
export class Refused extends Error {
  readonly what: string;
  constructor(status: number, text: string) {
    super(`${status} ${text.slice(0, 200)}`);
    const code = /"code":(-?\d+)/.exec(text.slice(0, 60))?.[1] ?? "?";
    // A bad request is an error of the bench, so its message helps to fix it.
    this.what = `${status}/${code}` + (status === 400 ? ` ${/"msg":"(.{0,80})/.exec(text)?.[1] ?? ""}` : "");
  }
}

export interface Load {
  url: string;
  /** Bearer tokens, one per shopper: as many clients as tokens. "" is anonymous. */
  tokens: readonly string[];
  seconds: number;
  /** One walk; a shopper starts the next when the last has ended. `turn` counts over all shoppers. */
  walk: (shopper: Shopper, turn: number) => Promise<unknown>;
}

export interface LoadResult {
  /** Successful walks. */
  walks: number;
  seconds: number;
  /** Milliseconds of each whole walk, sorted. */
  walkMs: Float64Array;
  /** How often each refusal occurred, by `HTTP status/code`. */
  refused: Record<string, number>;
}

export async function drive({ url, tokens, seconds, walk }: Load): Promise<LoadResult> {
  const times: number[] = [];
  const refused: Record<string, number> = {};
  let turn = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  await Promise.all(
    tokens.map(async (token, number) => {
      const { send, close } = connectTo(url);
      const shopper = shopperOver(send, token, number);
      while (performance.now() < until) {
        const begun = performance.now();
        try {
          await walk(shopper, turn++);
          times.push(performance.now() - begun);
        } catch (error) {
          const what = error instanceof Refused ? error.what : String(error);
          refused[what] = (refused[what] ?? 0) + 1;
        }
      }
      await close();
    }),
  );
  const walkMs = Float64Array.from(times).sort();
  return { walks: times.length, seconds: (performance.now() - started) / 1_000, walkMs, refused };
}

export interface Connection {
  as(token: string, number: number): Shopper;
  /** Sends the call unchanged and returns the body. Throws Refused for any status beyond 299. */
  send(call: { path: string; headers: Record<string, string>; body: string }): Promise<string>;
}
export interface Rush<T> {
  url: string;
  clients: number;
  items: readonly T[];
  /** When the time is over, the remaining items are skipped. */
  seconds?: number;
  walk: (connection: Connection, item: T) => Promise<unknown>;
}

/** Takes each item once, on the next free client, over keep-alive connections. */
export async function onceEach<T>({ url, clients, items, seconds = Infinity, walk }: Rush<T>): Promise<LoadResult> {
  const times: number[] = [];
  const refused: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  const until = started + seconds * 1_000;
  const oneClient = async (): Promise<void> => {
    const connection = shopperAt(url);
    while (next < items.length && performance.now() < until) {
      const item = items[next++]!;
      const begun = performance.now();
      try {
        await walk(connection, item);
        times.push(performance.now() - begun);
      } catch (error) {
        const what = error instanceof Refused ? error.what : String(error);
        refused[what] = (refused[what] ?? 0) + 1;
      }
    }
    await connection.close();
  };
  await Promise.all(Array.from({ length: clients }, oneClient));
  const walkMs = Float64Array.from(times).sort();
  return { walks: times.length, seconds: (performance.now() - started) / 1_000, walkMs, refused };
}

/** A keep-alive connection that shoppers use one after the other. */
export function shopperAt(url: string): Connection & { close(): Promise<void> } {
  const { send, close } = connectTo(url);
  return {
    as: (token, number) => shopperOver(send, token, number),
    send: async ({ path, headers, body }) => {
      const { status, text } = await send({ method: "POST", path, headers, body });
      if (status > 299) throw new Refused(status, text);
      return text;
    },
    close,
  };
}

/** A shopper's calls over a connection; each throws Refused unless the envelope says success. */
export function shopperOver(send: Send, token: string, number: number): Shopper {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    "content-type": "application/json",
    terminal: String(Terminal.web),
  };
  const dataOf = async (call: Parameters<Send>[0]): Promise<unknown> => {
    const { status, text } = await send(call);
    if (status !== 200 || !/^\{"code":(0|200),/.test(text)) throw new Refused(status, text);
    return (JSON.parse(text) as { data: unknown }).data;
  };
  return {
    number,
    post: (path, body) => dataOf({ method: "POST", path, headers, body: JSON.stringify(body) }),
    get: (path) => dataOf({ method: "GET", path, headers }),
  };
}

export const p50 = ({ walkMs }: LoadResult): number => percentile(walkMs, 0.5);
export const p99 = ({ walkMs }: LoadResult): number => percentile(walkMs, 0.99);
