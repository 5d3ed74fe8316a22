import { LRUCache } from "lru-cache";
import { z } from "zod";
import { endpoint, open, type Endpoint } from "#api/http/endpoint.js";
import { success } from "#api/http/envelope.js";
import { CachedResponse } from "#api/http/cached/cachedResponse.js";
import { defineContentCache, type ContentKind } from "#shared/domains/website/index.js";
import { config } from "#shared/kernel/config/config.js";

const MIB = 1024 * 1024;
const LONGEST_ADDRESS = 300;
/** Whole responses, ready to be sent. */
const answers = defineContentCache<CachedResponse>({ maxBytes: 64 * MIB, sizeOf: ({ bytes }) => bytes.length });

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

interface CachedRead<Q, P, O extends z.ZodType, R> {
  /** The path; the second is an alias with the same responses. */
  path: string | readonly [string, string];
  summary?: string;
  /** The kinds of content that it shows: a change of any of them is visible within 5 s. */
  of: readonly ContentKind[];
  query?: Q;
  params?: P;
  output: O;
  read: (input: { query: Parsed<Q>; params: Parsed<P> }) => Promise<R>;
  view: (found: R) => z.input<O>;
  /** The cache key. Default: path, parameters and query. */
  key?: (input: { query: Parsed<Q>; params: Parsed<P> }) => string | Promise<string>;
}

/** A public read of content: its bytes are built once and cached, with an ETag (rules: Website). */
export function cachedRead<
  O extends z.ZodType,
  R,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
>({ path, summary, of, query, params, output, read, view, key }: CachedRead<Q, P, O, R>): Endpoint[] {
  const paths = typeof path === "string" ? [path] : path;
  const first = paths[0]!;
  const keyOf = key ?? ((input: object) => JSON.stringify(input));
  // The cache names of recent addresses: their input needs no second parse.
  const nameOf = new LRUCache<string, string>({ max: 1_000 });
  return paths.map((each) =>
    endpoint({
      method: "get",
      path: each,
      access: open(),
      ...(summary === undefined ? {} : { summary }),
      input: { ...(query === undefined ? {} : { query }), ...(params === undefined ? {} : { params }) },
      output,
      handle: (given) => {
        const input = { query: given.query as Parsed<Q>, params: given.params as Parsed<P> };
        const make = async (): Promise<CachedResponse> => {
          const data = view(await read(input));
          // Tests check every response against its schema; production trusts the types.
          if (config.NODE_ENV === "test") output.parse(JSON.parse(JSON.stringify(data)));
          return new CachedResponse(success(first, data));
        };
        const found = keyOf(input);
        if (typeof found !== "string") return found.then((name) => answers.read(of, `${first} ${name}`, make));
        const name = `${first} ${found}`;
        const { url } = given.ctx;
        if (!key && url.length <= LONGEST_ADDRESS) nameOf.set(url, name);
        return answers.read(of, name, make);
      },
      known: ({ url }) => {
        const name = nameOf.get(url);
        return name === undefined ? undefined : answers.peek(of, name);
      },
    }),
  );
}
