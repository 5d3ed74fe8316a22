import { Client } from "undici";
import { Terminal } from "#shared/kernel/kernel.codes.js";
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
      const client = new Client(url, { bodyTimeout: 30_000, headersTimeout: 30_000 });
      const shopper = shopperOver(client, token, number);
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
      await client.close();
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
  const client = new Client(url, { bodyTimeout: 30_000, headersTimeout: 30_000 });
  return {
    as: (token, number) => shopperOver(client, token, number),
    send: async ({ path, headers, body }) => {
      const answer = await client.request({ method: "POST", path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode > 299) throw new Refused(answer.statusCode, text);
      return text;
    },
    close: () => client.close(),
  };
}

function shopperOver(client: Client, token: string, number: number): Shopper {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    "content-type": "application/json",
    terminal: String(Terminal.web),
  };
  const send = async (method: "GET" | "POST", path: string, body?: string): Promise<unknown> => {
    const answer = await client.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || !/^\{"code":(0|200),/.test(text)) throw new Refused(answer.statusCode, text);
    return (JSON.parse(text) as { data: unknown }).data;
  };
  return {
    number,
    post: (path, body) => send("POST", path, JSON.stringify(body)),
    get: (path) => send("GET", path),
  };
}

export const p50 = ({ walkMs }: LoadResult): number => percentile(walkMs, 0.5);
export const p99 = ({ walkMs }: LoadResult): number => percentile(walkMs, 0.99);
