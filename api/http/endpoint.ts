import type { Context } from "koa";
import { z } from "zod";
import type { Actor } from "#shared/kernel/request/context.js";
import type { FileStream } from "./body/formStream.js";
import type { CachedResponse } from "./kept/cachedResponse.js";
import type { UploadedFile } from "./body/upload.js";

type Method = "get" | "post" | "put" | "delete";
type MemberActor = Extract<Actor, { kind: "member" }>;
export type OperatorActor = Extract<Actor, { kind: "operator" }>;

/** Who may call. `whileClosed`: also a member who has closed the account, in the session it was closed in (rules: Sign-in). */
export type Access =
  | { kind: "open" }
  | { kind: "memberIfSignedIn"; whileClosed?: boolean }
  | { kind: "member"; whileClosed?: boolean }
  | { kind: "operator"; permission: string };
interface MemberAccess {
  whileClosed?: boolean;
}
/** Everyone. */
export const open = () => ({ kind: "open" }) as const;
/** Everyone; a member's valid token is recognised, a bad one is ignored. */
export const memberIfSignedIn = (options: MemberAccess = {}) => ({ kind: "memberIfSignedIn", ...options }) as const;
/** A signed-in member. A body or query `userId` must be the token's own, else 403. */
export const member = (options: MemberAccess = {}) => ({ kind: "member", ...options }) as const;
/** A signed-in operator who has the permission, like "trade:order:ship". */
export const operator = (permission: string) => ({ kind: "operator", permission }) as const;

type ActorOf<A extends Access> = A extends { kind: "member" }
  ? MemberActor
  : A extends { kind: "operator" }
    ? OperatorActor
    : A extends { kind: "memberIfSignedIn" }
      ? MemberActor | undefined
      : undefined;

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;

interface HandlerInput<A extends Access, B, Q, P> {
  actor: ActorOf<A>;
  body: Parsed<B>;
  query: Parsed<Q>;
  params: Parsed<P>;
  /** The bytes as they came, with `body: "raw"`. */
  rawBody: Buffer;
  /** The part `file` with `body: "multipart"`; its path is gone once the handler has ended. */
  file: UploadedFile;
  /** The file with `body: "stream"`, while it comes. */
  fileStream: FileStream;
  /** For replies other than the envelope; the others never touch it. */
  ctx: Context;
}

/** Named limits beside those of every request (http/rateLimit.ts). */
export type LimitName = "signIn" | "callback" | "licenseVerify" | "message" | "analytics";

interface EndpointDeclaration<
  A extends Access,
  B extends z.ZodType | undefined,
  Q extends z.ZodType | undefined,
  P extends z.ZodType | undefined,
  O extends z.ZodType | undefined,
  R,
> {
  method: Method;
  path: string;
  access: A;
  /** One line for the documentation. */
  summary?: string;
  input?: { body?: B; query?: Q; params?: P };
  /** The shape of `data`. */
  output?: O;
  /** envelope (default): {code, data, msg}; raw, html, stream: the handler answers through ctx. */
  reply?: "envelope" | "raw" | "html" | "stream";
  /**
   * json (default for post and put), raw: bytes up to 64 KiB, multipart: a form with one file that lies on disk
   * while the handler runs, stream: one that the handler takes while it comes, none.
   */
  body?: "json" | "raw" | "multipart" | "stream" | "none";
  /**
   * What a page reports while it is being left (navigator.sendBeacon): JSON of at most 64 KiB, which browsers then send
   * as text/plain.
   */
  isBeacon?: boolean;
  /** With a form: how large its file may be, in bytes; 413 beyond. */
  maxFileBytes?: number | (() => number);
  /** With `body: "stream"`: what the part with the file is called. */
  fileField?: string;
  limit?: LimitName;
  /**
   * Honours Idempotency-Key. "transaction": the handler's result is that of the one transaction it runs, and the answer
   * is kept in it; "after": the answer is kept once it stands.
   */
  idempotent?: "transaction" | "after";
  /** One use case. */
  handle: (input: HandlerInput<A, B, Q, P>) => Promise<R> | R;
  /** Lists the fields that leave; without it the result is the data. */
  view?: (result: Awaited<R>) => O extends z.ZodType ? z.input<O> : unknown;
  /** The kept answer of an address whose input was found good before; undefined: there is none to be had at once. */
  known?: (ctx: Context) => CachedResponse | undefined;
}

/** An endpoint with its types put away: what the router, the documentation and the tests walk over. */
export interface Endpoint {
  method: Method;
  path: string;
  access: Access;
  summary: string | undefined;
  input: { body?: z.ZodType | undefined; query?: z.ZodType | undefined; params?: z.ZodType | undefined };
  /** What a query may name; undefined where others are passed over (rules: Envelope and limits). */
  onlyParameters: ReadonlySet<string> | undefined;
  output: z.ZodType | undefined;
  reply: "envelope" | "raw" | "html" | "stream";
  body: "json" | "raw" | "multipart" | "stream" | "none";
  isBeacon: boolean;
  maxFileBytes: () => number;
  fileField: string;
  limit: LimitName | undefined;
  idempotent: "transaction" | "after" | undefined;
  /** `data` on failure: false where success is Boolean, else null. */
  failureData: false | null;
  handle: (input: HandlerInput<Access, z.ZodType, z.ZodType, z.ZodType>) => unknown;
  view: ((result: never) => unknown) | undefined;
  known: ((ctx: Context) => CachedResponse | undefined) | undefined;
}

const DEFAULT_FILE_BYTES = 5 * 1024 * 1024;

/** An operator's filter of a wrong name would show, export or discard what nobody asked for. */
function parametersOf(query: z.ZodType | undefined): ReadonlySet<string> {
  if (query !== undefined && !(query instanceof z.ZodObject)) throw new Error("a query's schema names its parameters");
  return new Set(Object.keys(query?.shape ?? {}));
}

/** The only way to make a route. Types follow from the schemas; the chain around it is http/mount.ts. */
export function endpoint<
  A extends Access,
  B extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
  O extends z.ZodType | undefined = undefined,
  R = unknown,
>(declared: EndpointDeclaration<A, B, Q, P, O, R>): Endpoint {
  const { method, path, access, summary, input = {}, output, reply = "envelope", limit, idempotent } = declared;
  const { maxFileBytes = DEFAULT_FILE_BYTES, fileField = "file" } = declared;
  return {
    method,
    path,
    access,
    summary,
    input,
    onlyParameters: access.kind === "operator" ? parametersOf(input.query) : undefined,
    output,
    reply,
    limit,
    idempotent,
    isBeacon: declared.isBeacon ?? false,
    maxFileBytes: typeof maxFileBytes === "number" ? () => maxFileBytes : maxFileBytes,
    fileField,
    body: declared.body ?? (method === "post" || method === "put" ? "json" : "none"),
    failureData: output instanceof z.ZodBoolean ? false : null,
    handle: declared.handle as unknown as Endpoint["handle"],
    view: declared.view as unknown as Endpoint["view"],
    known: declared.known,
  };
}
