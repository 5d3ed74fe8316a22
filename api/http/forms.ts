import { createHash } from "node:crypto";
import { DateTime } from "luxon";
import { z } from "zod";
import { FormOutdated, formVersion } from "#shared/domains/audit/index.js";
import { operatorNames } from "#shared/domains/operator/index.js";
import { currentLanguage, type Context } from "#shared/kernel/request/context.js";
import { errors } from "#shared/kernel/request/errors.js";
import { optional } from "./fields.js";
import type { Endpoint, FormPart } from "./endpoint.js";

const ROOT = "/admin-api/";
const READS = ["get", "get-detail"];
const SAVES = ["update", "save"];
/** Nouns that are saved in parts; what else is done with them changes no part, and is guarded by their state. */
const PARTS: Record<string, readonly string[]> = {
  "trade/order": ["update-address", "update-delivery", "update-expire", "update-remark"],
};
/** Written by its operator alone. */
const OWN = "system/user/profile";

const nounOf = (path: string): string => path.slice(ROOT.length, path.lastIndexOf("/"));
const verbOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const isRead = ({ path, method }: Endpoint): boolean => method === "get" && READS.includes(verbOf(path));
const isSave = ({ path, method }: Endpoint): boolean =>
  method !== "get" && (PARTS[nounOf(path)] ?? SAVES).includes(verbOf(path));

/**
 * Gives a version to each noun of operators that is read by `get` and written by `update` or `save` beside it, or in parts:
 * in the answer of the one, in the body of the other.
 */
export function withForms(endpoints: readonly Endpoint[]): Endpoint[] {
  const ofOperators = endpoints.filter(({ path }) => path.startsWith(ROOT));
  const nounsWith = (fits: (one: Endpoint) => boolean): Set<string> =>
    new Set(ofOperators.filter(fits).map(({ path }) => nounOf(path)));
  const saved = nounsWith(isSave);
  const read = nounsWith(isRead);
  const isForm = ({ path }: Endpoint): boolean =>
    path.startsWith(ROOT) && saved.has(nounOf(path)) && read.has(nounOf(path)) && nounOf(path) !== OWN;
  return endpoints.map((one) => (isForm(one) ? partOf(one) : one));
}

function partOf(one: Endpoint): Endpoint {
  const noun = nounOf(one.path);
  if (isRead(one)) {
    const { schema, field } = extended(one.output, z.number().int(), one.path);
    return { ...one, output: schema, form: { noun, role: "read", field } };
  }
  if (isSave(one)) {
    const { schema, field } = extended(one.input.body, optional(z.number().int().min(0)), one.path);
    return { ...one, input: { ...one.input, body: schema }, form: { noun, role: "save", field } };
  }
  return one.method === "get" || noun in PARTS ? one : { ...one, form: { noun, role: "act", field: "version" } };
}

function extended(schema: z.ZodType | undefined, version: z.ZodType, path: string) {
  if (!(schema instanceof z.ZodObject)) throw new Error(`${path} is a form whose fields have no object`);
  const field = "version" in schema.shape ? ("formVersion" as const) : ("version" as const);
  return { schema: schema.safeExtend({ [field]: version }), field };
}

type Input = Record<string, unknown>;
const idIn = (...places: Input[]): string => String(places.find(({ id }) => id !== undefined)?.["id"] ?? "");

/**
 * Reads a form, its version first, which so is never newer than what is read. One that is asked for by other fields than
 * its id is read twice.
 */
export async function readForm<R>(
  { form, input }: Endpoint & { form: FormPart },
  query: unknown,
  read: () => R,
): Promise<{ result: Awaited<R>; version: number }> {
  let id = idIn(query as Input);
  if (id === "" && input.query) {
    const found = (await read()) as { id?: number; _id?: number };
    id = idIn({ id: found._id ?? found.id });
  }
  const version = await formVersion({ noun: form.noun, id });
  return { result: await read(), version };
}

/** The form in an answer, with its version. */
export const versioned = ({ form }: Endpoint, data: unknown, version: number | undefined): unknown =>
  form && version !== undefined && data ? { ...data, [form.field]: version } : data;

/** Tells the request's context which form it writes; returns the input with a body without the version. */
export function beginForm<I extends { body: unknown; query: unknown }>(
  context: Context,
  { form }: Endpoint,
  input: I,
): I {
  if (!form || form.role === "read") return input;
  const { [form.field]: version, ...body } = (input.body ?? {}) as Input;
  context.form = { noun: form.noun, id: idIn(body, input.query as Input) };
  if (form.role !== "save") return input;
  if (typeof version === "number") context.form.version = version;
  context.form.digest = createHash("sha256").update(JSON.stringify(body)).digest("base64");
  return { ...input, body };
}

/** The refusal of a form that is outdated, which says who changed what and when; other errors as they are. */
export async function formRefusal(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof FormOutdated)) return thrown;
  const { operatorId, fields, changedAt } = thrown.last;
  const names = await operatorNames([operatorId]);
  const zh = currentLanguage() === "zh";
  return errors.FormChanged({
    who: names.get(operatorId ?? 0) ?? (zh ? "其他人" : "Somebody"),
    fields: fields.join(", ") || "-",
    at: DateTime.fromJSDate(changedAt, { zone: "Asia/Shanghai" }).toFormat("yyyy-MM-dd HH:mm:ss"),
  });
}
