import type { oas31 } from "zod-openapi";
import { compareSchemas, type SchemaChange } from "./compareSchemas.js";

/** What a client of one document meets with the next one. */
export interface InterfaceChange {
  /** "POST /app-api/trade/order/create". */
  call: string;
  kind: ChangeKind;
  /** The field, such as "items[].skuId"; empty if it is about the call. */
  field: string;
  before?: string;
  after?: string;
  /** Whether a client of the one before may fail by it. */
  breaks: boolean;
}
export type ChangeKind =
  | "added"
  | "removed"
  | "signInNeeded"
  | "signInFreed"
  | "contentType"
  | "parameterAdded"
  | "parameterNeeded"
  | "parameterRemoved"
  | "refusalAdded"
  | "refusalRemoved"
  | `body${SchemaChange["kind"]}`
  | `parameter${SchemaChange["kind"]}`
  | `answer${SchemaChange["kind"]}`;

type Document = oas31.OpenAPIObject;
type Operation = oas31.OperationObject & { "x-codes"?: Record<string, string> };
const methods = ["get", "post", "put", "delete"] as const;

/** Every change from one OpenAPI document to another, by call; those that break clients first. */
export function compareDocuments(before: object, after: object): InterfaceChange[] {
  const [old, now] = [callsOf(before as Document), callsOf(after as Document)];
  const changes: InterfaceChange[] = [];
  for (const call of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(call), now.get(call)];
    const note = (kind: ChangeKind, field: string, breaks: boolean, more: Partial<InterfaceChange> = {}): void =>
      void changes.push({ call, kind, field, breaks, ...more });
    if (!was) note("added", "", false);
    else if (!is) note("removed", "", true);
    else compareCalls(was, is, before as Document, after as Document, note);
  }
  return changes.sort((one, other) => Number(other.breaks) - Number(one.breaks));
}

function callsOf({ paths = {} }: Document): Map<string, Operation> {
  const calls = new Map<string, Operation>();
  for (const [path, item] of Object.entries(paths))
    for (const method of methods)
      if (item[method]) calls.set(`${method.toUpperCase()} ${path}`, item[method] as Operation);
  return calls;
}

type Note = (kind: ChangeKind, field: string, breaks: boolean, more?: Partial<InterfaceChange>) => void;

function compareCalls(was: Operation, is: Operation, before: Document, after: Document, note: Note): void {
  if (!needsSignIn(was) && needsSignIn(is)) note("signInNeeded", "", true);
  if (needsSignIn(was) && !needsSignIn(is)) note("signInFreed", "", false);
  compareParameters(was, is, before, after, note);
  compareBodies(was, is, before, after, note);
  for (const change of compareSchemas(answerOf(was), answerOf(is), { before, after, direction: "answer" }))
    note(`answer${change.kind}`, change.field, change.breaks, valuesOf(change));
  const [oldCodes, newCodes] = [was, is].map((one) => new Set(Object.keys(one["x-codes"] ?? {})));
  for (const code of newCodes!) if (!oldCodes!.has(code)) note("refusalAdded", code, false);
  for (const code of oldCodes!) if (!newCodes!.has(code)) note("refusalRemoved", code, false);
}

const needsSignIn = ({ security = [] }: Operation): boolean =>
  security.length > 0 && !security.some((one) => Object.keys(one).length === 0);

function compareParameters(was: Operation, is: Operation, before: Document, after: Document, note: Note): void {
  const [old, now] = [was, is].map(
    ({ parameters = [] }) =>
      new Map(parameters.flatMap((one) => ("in" in one ? [[`${one.in} ${one.name}`, one] as const] : []))),
  );
  for (const [key, { name, required = false, schema = {} }] of now!) {
    const earlier = old!.get(key);
    if (!earlier) note(required ? "parameterNeeded" : "parameterAdded", name, required);
    else if (required && !earlier.required) note("parameterNeeded", name, true);
    if (!earlier) continue;
    for (const change of compareSchemas(earlier.schema ?? {}, schema, { before, after, direction: "sent" }))
      note(`parameter${change.kind}`, [name, change.field].filter(Boolean).join("."), change.breaks, valuesOf(change));
  }
  for (const [key, { name }] of old!) if (!now!.has(key)) note("parameterRemoved", name, false);
}

function compareBodies(was: Operation, is: Operation, before: Document, after: Document, note: Note): void {
  const [old, now] = [bodyOf(was), bodyOf(is)];
  if (old?.type !== now?.type) {
    // A call that took no body takes one now, or another kind of it.
    note("contentType", "", now !== undefined, { before: old?.type ?? "", after: now?.type ?? "" });
    return;
  }
  if (!old || !now) return;
  for (const change of compareSchemas(old.schema, now.schema, { before, after, direction: "sent" }))
    note(`body${change.kind}`, change.field, change.breaks, valuesOf(change));
}

const valuesOf = ({ before, after }: SchemaChange): Partial<InterfaceChange> => ({
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

function bodyOf({ requestBody }: Operation): { type: string; schema: Schema } | undefined {
  if (!requestBody || "$ref" in requestBody) return undefined;
  const [found] = Object.entries(requestBody.content);
  return found && { type: found[0], schema: found[1].schema ?? {} };
}

/** The schema of a success: of a call with refusals it is one of several. */
function answerOf({ responses }: Operation): Schema {
  const success = responses?.["200"];
  if (!success || "$ref" in success) return {};
  const schema = success.content?.["application/json"]?.schema ?? {};
  if ("$ref" in schema && schema.$ref !== undefined) return schema;
  const { oneOf, anyOf } = schema as oas31.SchemaObject;
  return (oneOf ?? anyOf)?.find(isSuccess) ?? schema;
}

function isSuccess(schema: Schema): boolean {
  const code = (schema as oas31.SchemaObject).properties?.["code"] as oas31.SchemaObject | undefined;
  return code?.const === 0 || code?.const === 200;
}
