import type { Context } from "koa";
import { z } from "zod";
import type { Needs } from "#shared/kernel/config/providers.js";
import type { Actor } from "#shared/kernel/request/context.js";
import type { FileStream } from "./body/formStream.js";
import type { CachedResponse } from "./cached/cachedResponse.js";
import type { UploadedFile } from "./body/upload.js";

type Method = "get" | "post" | "put" | "delete";
type MemberActor = Extract<Actor, { kind: "member" }>;
export type OperatorActor = Extract<Actor, { kind: "operator" }>;

/** Who may call. `whileClosed`: also a member of a closed account, in the session that closed it (rules: Sign-in). */
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
/** Everyone; a member's valid token is recognised, an invalid one is ignored. */
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
  /** The unparsed bytes, with `body: "raw"`. */
  rawBody: Buffer;
  /** The part `file` with `body: "multipart"`; its path is deleted after the handler. */
  file: UploadedFile;
  /** The file with `body: "stream"`, while it arrives. */
  fileStream: FileStream;
  /** For replies other than the envelope; the others never use it. */
  ctx: Context;
}

/** Named limits in addition to those of every request (http/security/rateLimit.ts). */
export type LimitName = "signIn" | "callback" | "licenseVerify" | "message" | "analytics";

/** Content types by status; none: without a body. */
export type Replies = Readonly<Record<number, readonly string[]>>;

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
  /** Providers of which it needs one: while all of them are off it is refused (rules: Providers). */
  needs?: Needs;
  /** One line for the documentation. */
  summary?: string;
  input?: { body?: B; query?: Q; params?: P };
  /** The shape of `data`. */
  output?: O;
  /** envelope (default): {code, data, msg}; raw, html, stream: the handler answers through ctx, as `replies` says. */
  reply?: "envelope" | "raw" | "html" | "stream";
  /** For replies other than the envelope: the content types of each status that the handler itself answers. */
  replies?: Replies;
  /** It may answer 304 to If-None-Match; whoever has `known` does. */
  hasEtag?: boolean;
  /**
   * json (default for post and put), raw: bytes up to 64 KiB, multipart: a form with one file that is on disk while the
   * handler runs, stream: a form whose file the handler reads while it arrives, none.
   */
  body?: "json" | "raw" | "multipart" | "stream" | "none";
  /**
   * Sent by a page while it is closed (navigator.sendBeacon): JSON of at most 64 KiB, which browsers then send as
   * text/plain.
   */
  isBeacon?: boolean;
  /** With a form: the maximum size of its file, in bytes; 413 beyond. */
  maxFileBytes?: number | (() => number);
  /** With `body: "stream"`: the name of the part with the file. */
  fileField?: string;
  limit?: LimitName;
  /**
   * Honours Idempotency-Key. "transaction": the handler's result is that of the one transaction it runs, which also
   * caches the response; "after": the response is cached afterwards.
   */
  idempotent?: "transaction" | "after";
  /** One use case. */
  handle: (input: HandlerInput<A, B, Q, P>) => Promise<R> | R;
  /** Selects the fields of the response; without it the result is the data. */
  view?: (result: Awaited<R>) => O extends z.ZodType ? z.input<O> : unknown;
  /** The cached response of an address whose input was valid before; undefined: none is available at once. */
  known?: (ctx: Context) => CachedResponse | undefined;
}

/** The same endpoints, each of which needs one of the providers. */
export const needing = (needs: Needs, endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.map((one) => ({ ...one, needs }));

/** How an operator's endpoint takes part in a whole form (rules: Operators). */
export interface FormPart {
  /** "product/brand". */
  noun: string;
  /** read: it answers the version. save: it may be told the version that was opened. act: it only counts. */
  role: "read" | "save" | "act";
  /** The name of the version, where the form has another field of that name. */
  field: "version" | "formVersion";
}

/** An endpoint without its types: for the router, the documentation and the tests. */
export interface Endpoint {
  method: Method;
  path: string;
  access: Access;
  needs: Needs;
  summary: string | undefined;
  input: { body?: z.ZodType | undefined; query?: z.ZodType | undefined; params?: z.ZodType | undefined };
  /** The allowed query parameters; undefined where others are ignored (rules: Envelope and limits). */
  onlyParameters: ReadonlySet<string> | undefined;
  output: z.ZodType | undefined;
  reply: "envelope" | "raw" | "html" | "stream";
  replies: Replies;
  hasEtag: boolean;
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
  /** Of a form that operators write as a whole (http/forms.ts). */
  form?: FormPart;
}

const DEFAULT_FILE_BYTES = 5 * 1024 * 1024;

/** With a misspelt filter an operator would see or export more than intended. */
function parametersOf(query: z.ZodType | undefined): ReadonlySet<string> {
  if (query !== undefined && !(query instanceof z.ZodObject)) throw new Error("a query's schema names its parameters");
  return new Set(Object.keys(query?.shape ?? {}));
}

let noteDeclared: ((made: Endpoint) => void) | undefined;
/** For a command that asks where endpoints are declared: called with each, before the routes are loaded. */
export function whenDeclared(note: (made: Endpoint) => void): void {
  noteDeclared = note;
}

/** The only way to create a route. Types follow from the schemas; the chain around it is http/mount.ts. */
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
  const made: Endpoint = {
    method,
    path,
    access,
    needs: declared.needs,
    summary,
    input,
    onlyParameters: access.kind === "operator" && method === "get" ? parametersOf(input.query) : undefined,
    output,
    reply,
    replies: declared.replies ?? {},
    hasEtag: declared.hasEtag ?? declared.known !== undefined,
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
  noteDeclared?.(made);
  return made;
}
