import type { OnProgress } from "./progress.js";
import type { paths } from "./schema.js";

/** The types of the calls, derived from the generated `paths`. */
export type Method = "get" | "post" | "put" | "delete";
/** The paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
export type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;

/** The codes of a success; each call has one of them. */
type SuccessCode = 0 | 200;
type ContentOf<R> = R extends { content: { "application/json": infer A } } ? A : never;
type AnyAnswerOf<O> = O extends { responses: infer R } ? ContentOf<R[keyof R]> : never;
/** `{code, data, msg}` of a success. */
export type SuccessOf<O> = Extract<AnyAnswerOf<O>, { code: SuccessCode }>;
/** `{code, data, msg}` of each refusal, whose numbers are those that the shop documents for the call. */
export type RefusalOf<O> = Exclude<AnyAnswerOf<O>, { code: SuccessCode }>;
/** What a call answers; `code` tells which. */
export type AnswerOf<O> = SuccessOf<O> | RefusalOf<O>;
/** The `data` of a success. */
export type DataOf<O> = SuccessOf<O> extends { data: infer D } ? D : never;
/** The JSON body; a form where there is a file. */
export type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : O extends { requestBody: { content: { "multipart/form-data": unknown } } }
    ? FormData
    : undefined;
export type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type PathParamsOf<O> = O extends { parameters: { path: infer P } } ? P : never;

interface Common {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Combined with the client's own; undefined uses the client's. */
  timeoutMs?: number;
}
type WithPath<O> = [PathParamsOf<O>] extends [never] ? unknown : { path: PathParamsOf<O> };
type WithKey<O> = O extends { parameters: { header?: { "Idempotency-Key"?: string } } }
  ? { idempotencyKey?: string }
  : unknown;
type WithQuery<O> = [QueryOf<O>] extends [never] ? unknown : { query?: QueryOf<O> };

type WithProgress<O> = [BodyOf<O>] extends [FormData] ? { onProgress?: OnProgress } : unknown;

/** The other options of a call. `path` fills the braces of the path; `onProgress` hears how much of an upload has left. */
export type More<O> = Common & WithPath<O> & WithKey<O> & WithProgress<O>;
/** The last argument: required where the path has braces. */
type Last<T> = object extends T ? [more?: T] : [more: T];

/** The query, where there is one, and the options. */
export type GetArguments<O> = [QueryOf<O>] extends [never]
  ? [query?: undefined, ...Last<More<O>>]
  : object extends QueryOf<O>
    ? [query?: QueryOf<O>, ...Last<More<O>>]
    : [query: QueryOf<O>, ...Last<More<O>>];
/** The body, where there is one, and the options. */
export type PostArguments<O> = [BodyOf<O>] extends [undefined]
  ? [body?: undefined, ...Last<More<O> & WithQuery<O>>]
  : object extends BodyOf<O>
    ? [body?: BodyOf<O>, ...Last<More<O> & WithQuery<O>>]
    : [body: BodyOf<O>, ...Last<More<O> & WithQuery<O>>];

/** The same, as the client handles it. */
export interface AnyMore extends Common {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  idempotencyKey?: string;
  onProgress?: OnProgress;
}
