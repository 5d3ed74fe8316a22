import { z } from "zod";
import type { Endpoint } from "#api/http/endpoint.js";

/** One value that an endpoint takes: where it stands, and what it may be. */
export interface Leaf {
  from: "body" | "query" | "params";
  path: (string | number)[];
  /** The field's own name; of a list's entries, the list's. */
  name: string;
  schema: z.ZodType;
  needed: boolean;
  /** The optional object or list that it stands in; filled as a whole. */
  within: string;
}
export interface Filled {
  body: unknown;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
}

/** What is checked, without what prepares the value or makes it optional. */
function core(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return core(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: after } = schema.def;
    return core((before instanceof z.ZodTransform ? after : before) as z.ZodType);
  }
  return schema;
}

const mayBeAbsent = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

function leavesOf(schema: z.ZodType, at: Omit<Leaf, "schema">): Leaf[] {
  const absent = at.path.length > 0 && mayBeAbsent(schema);
  const here = { ...at, needed: at.needed && !absent };
  const inside = { ...here, within: absent ? at.path.join(".") : at.within };
  const checked = core(schema);
  if (checked instanceof z.ZodObject)
    return Object.entries(checked.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      leavesOf(field, { ...inside, name, path: [...at.path, name] }),
    );
  if (checked instanceof z.ZodArray)
    return leavesOf(checked.element as z.ZodType, { ...inside, path: [...at.path, 0] });
  return [{ ...here, schema }];
}

/** Every value that an endpoint takes. */
export function leaves({ input }: Endpoint): Leaf[] {
  return (["body", "query", "params"] as const).flatMap((from) =>
    input[from] ? leavesOf(input[from], { from, path: [], name: "", needed: true, within: "" }) : [],
  );
}

/** Tried in turn on a value that nothing is known of. */
const numbers = [1, 0, 2, 3, 10, 20, 30];
const texts = "测试 1 a1 1234 123456 13912345678 a@mail.example https://shop.example/x 2026-01-01 330106 0.01 abcdefgh";
const samples = [...numbers, false, ...texts.split(" "), "x".repeat(32), {}];
const fits = (leaf: Leaf, value: unknown): boolean => leaf.schema.safeParse(value).success;

const sampleFor = (leaf: Leaf, known: Record<string, unknown>): unknown => {
  const checked = core(leaf.schema);
  const tried = [known[leaf.name], ...(checked instanceof z.ZodEnum ? checked.options : []), ...samples];
  return tried.find((value) => value !== undefined && fits(leaf, value));
};
const placeOf = ({ from, path }: Leaf): string => [from, ...path].join(".");

/**
 * An input in which everything needed stands, and what `known` tells by the field's name. `chosen` is set as it is given.
 * What the schema asks for beyond the single fields is added as it names it. Undefined when no value can be found.
 */
export function fill(
  endpoint: Endpoint,
  known: Record<string, unknown>,
  chosen?: { leaf: Leaf; value: unknown },
): Filled | undefined {
  const root = endpoint.input.body && core(endpoint.input.body) instanceof z.ZodArray ? [] : {};
  const filled: Filled = { body: root, query: {}, params: {} };
  const missing = new Map(leaves(endpoint).map((leaf) => [placeOf(leaf), leaf]));
  const set = (leaf: Leaf, value: unknown): void => {
    put(filled, leaf, value);
    missing.delete(placeOf(leaf));
  };
  if (chosen) set(chosen.leaf, chosen.value);
  const wanted = (leaf: Leaf): boolean => {
    if (leaf.needed) return true;
    if (leaf.within !== "" && leaf.within !== chosen?.leaf.within) return false;
    return leaf.name in known || (leaf.within !== "" && !mayBeAbsent(leaf.schema));
  };
  for (const leaf of [...missing.values()].filter(wanted)) {
    const value = sampleFor(leaf, known);
    if (value !== undefined) set(leaf, value);
    else if (leaf.needed) return undefined;
  }
  for (let round = 0; round < 12; round++) {
    const fault = faultOf(endpoint, filled);
    if (fault === undefined) return filled;
    const named = missing.get(fault) ?? [...missing.values()].find(({ within }) => within === "");
    if (!named) return undefined;
    missing.delete(placeOf(named));
    const value = sampleFor(named, known);
    if (value !== undefined) set(named, value);
  }
  return undefined;
}

/** The first field that the endpoint's schemas do not take as it stands. */
function faultOf({ input }: Endpoint, { body, query, params }: Filled): string | undefined {
  const asText = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]));
  for (const [from, value] of [
    ["body", body],
    ["query", asText],
    ["params", params],
  ] as const) {
    const issue = input[from]?.safeParse(value).error?.issues[0];
    if (issue) return [from, ...issue.path].join(".");
  }
  return undefined;
}

function put(filled: Filled, { from, path }: Leaf, value: unknown): void {
  let place = filled as unknown as Record<string | number, unknown>;
  const steps = [from, ...path];
  for (const [index, step] of steps.slice(0, -1).entries()) {
    place[step] ??= typeof steps[index + 1] === "number" ? [] : {};
    place = place[step] as Record<string | number, unknown>;
  }
  place[steps.at(-1)!] = value;
}

const textOf = (value: unknown): unknown => (Array.isArray(value) ? value.map(String) : String(value));

/** The address of a call with its parameters and its query. */
export function addressOf({ path }: Endpoint, { params, query }: Filled): string {
  const filledPath = path.replace(/[:*](\w+)/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name] ?? 1)),
  );
  const told = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return told.length > 0 ? `${filledPath}?${new URLSearchParams(told).toString()}` : filledPath;
}
