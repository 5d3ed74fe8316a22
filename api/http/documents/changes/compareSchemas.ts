import type { oas31 } from "zod-openapi";

export interface SchemaChange {
  kind: "Added" | "Removed" | "Needed" | "Optional" | "Type" | "Values" | "Bound";
  /** "items[].skuId" */
  field: string;
  before?: string;
  after?: string;
  breaks: boolean;
}

type Document = oas31.OpenAPIObject;
type Schema = oas31.SchemaObject | oas31.ReferenceObject;
interface Context {
  before: Document;
  after: Document;
  /** What clients send may become wider, what they are answered narrower; the other way breaks them. */
  direction: "sent" | "answer";
}

/** The changes between two schemas of the same thing, with those of its fields. */
export function compareSchemas(before: Schema, after: Schema, context: Context): SchemaChange[] {
  const changes: SchemaChange[] = [];
  compare(before, after, "", { ...context, changes, open: new Set() });
  return changes;
}

interface Walk extends Context {
  changes: SchemaChange[];
  /** References on the way, which may lead to themselves. */
  open: Set<string>;
}

function compare(before: Schema, after: Schema, field: string, walk: Walk): void {
  const key = `${refOf(before)} ${refOf(after)}`;
  if (key !== " " && walk.open.has(key)) return;
  walk.open.add(key);
  const [old, now] = [resolved(before, walk.before), resolved(after, walk.after)];
  const types = { before: typesOf(before, walk.before), after: typesOf(after, walk.after) };
  const isSent = walk.direction === "sent";
  if (types.before.join() !== types.after.join()) {
    const [narrow, wide] = isSent ? [types.before, types.after] : [types.after, types.before];
    const breaks = !narrow.every((type) => takes(wide, type));
    walk.changes.push({
      kind: "Type",
      field,
      before: types.before.join(" | "),
      after: types.after.join(" | "),
      breaks,
    });
  }
  const [options, others] = [optionsOf(old), optionsOf(now)];
  if (options.length === others.length)
    for (const [index, option] of options.entries()) compare(option, others[index]!, field, walk);
  compareValues(old, now, field, walk);
  compareBounds(old, now, field, walk);
  compareFields(old, now, field, walk);
  if (old.items && now.items) compare(old.items as Schema, now.items as Schema, `${field}[]`, walk);
  walk.open.delete(key);
}

const refOf = (schema: Schema): string => ("$ref" in schema ? (schema.$ref ?? "") : "");

/** A schema that may be null is that schema; `typesOf` knows of the null. */
function resolved(schema: Schema, document: Document): oas31.SchemaObject {
  const name = refOf(schema).split("/").at(-1);
  if (name) return resolved((document.components?.schemas?.[name] ?? {}) as Schema, document);
  const plain = schema as oas31.SchemaObject;
  const options = (plain.anyOf ?? plain.oneOf ?? []).filter((one) => (one as oas31.SchemaObject).type !== "null");
  return options.length === 1 ? resolved(options[0]!, document) : plain;
}

/** The kinds of a thing that has several. */
const optionsOf = ({ anyOf, oneOf }: oas31.SchemaObject): Schema[] => (anyOf ?? oneOf ?? []) as Schema[];

function typesOf(schema: Schema, document: Document): string[] {
  const name = refOf(schema).split("/").at(-1);
  if (name) return typesOf((document.components?.schemas?.[name] ?? {}) as Schema, document);
  const { anyOf, oneOf, type = "any" } = schema as oas31.SchemaObject;
  const types = (anyOf ?? oneOf)?.flatMap((one) => typesOf(one as Schema, document)) ?? [type].flat();
  return [...new Set(types)].sort();
}

const takes = (wide: readonly string[], type: string): boolean =>
  wide.includes(type) || wide.includes("any") || (type === "integer" && wide.includes("number"));

function compareValues(old: oas31.SchemaObject, now: oas31.SchemaObject, field: string, walk: Walk): void {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  if (String(before) === String(after)) return;
  const [narrow, wide] = walk.direction === "sent" ? [before, after] : [after, before];
  const breaks = wide !== undefined && (narrow === undefined || !narrow.every((value) => wide.includes(value)));
  const shown = (values: string[] | undefined): string => values?.join(" | ") ?? "";
  walk.changes.push({ kind: "Values", field, before: shown(before), after: shown(after), breaks });
}

/** Of a type with listed values. */
function valuesOf({ const: only, enum: several }: oas31.SchemaObject): string[] | undefined {
  const values = several ?? (only === undefined ? undefined : [only]);
  return values?.map((value) => JSON.stringify(value)).sort();
}

/** The narrower bounds of what is sent; those of an answer need not interest its reader. */
function compareBounds(old: oas31.SchemaObject, now: oas31.SchemaObject, field: string, walk: Walk): void {
  if (walk.direction !== "sent") return;
  const bounds = ["maximum", "maxLength", "maxItems", "minimum", "minLength", "minItems", "pattern"] as const;
  for (const bound of bounds) {
    const [before, after] = [old[bound], now[bound]];
    if (before === after) continue;
    const isNarrower =
      after !== undefined &&
      (before === undefined || bound === "pattern" || (bound.startsWith("max") ? after < before : after > before));
    const told = (value: string | number | undefined): string => (value === undefined ? "" : `${bound} ${value}`);
    walk.changes.push({ kind: "Bound", field, before: told(before), after: told(after), breaks: isNarrower });
  }
}

function compareFields(old: oas31.SchemaObject, now: oas31.SchemaObject, field: string, walk: Walk): void {
  const isSent = walk.direction === "sent";
  const [before, after] = [old.properties ?? {}, now.properties ?? {}] as Record<string, Schema>[];
  const [wasNeeded, isNeeded] = [new Set(old.required), new Set(now.required)];
  const at = (name: string): string => (field === "" ? name : `${field}.${name}`);
  // A thing without fields before says nothing of those that it has now.
  if (!old.properties || !now.properties) return;
  for (const name of Object.keys(after!)) {
    if (!before![name]) walk.changes.push({ kind: "Added", field: at(name), breaks: isSent && isNeeded.has(name) });
    else if (isNeeded.has(name) !== wasNeeded.has(name)) {
      const kind = isNeeded.has(name) ? "Needed" : "Optional";
      walk.changes.push({ kind, field: at(name), breaks: isSent === isNeeded.has(name) });
    }
    if (before![name]) compare(before![name], after![name]!, at(name), walk);
  }
  for (const name of Object.keys(before!))
    if (!after![name]) walk.changes.push({ kind: "Removed", field: at(name), breaks: !isSent });
}
