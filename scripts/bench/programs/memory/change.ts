import { updateMany, updateOne } from "mingo";
import { cloneDeep } from "mingo/util";
import { ObjectId, type Doc } from "./values.js";

/** An update: operators, a pipeline or a replacement. */
export type Change = Doc | Doc[];
interface ChangeOptions {
  filter: Doc;
  arrayFilters?: Doc[] | undefined;
}

/** Returns the changed rows, leaving the given ones untouched, and how many differ. */
export function changed(
  docs: readonly Doc[],
  change: Change,
  options: ChangeOptions,
): { docs: Doc[]; modified: number } {
  if (Array.isArray(change)) {
    const copies = docs.map((doc) => cloneDeep(doc) as Doc);
    const { modifiedCount } = updateMany(copies, {}, change as never);
    return { docs: copies, modified: modifiedCount };
  }
  if (!isOfOperators(change)) return { docs: docs.map(({ _id }) => ({ _id, ...change })), modified: docs.length };
  const { $setOnInsert: _, ...operators } = change;
  const fields = Object.values(operators).flatMap((fields) => Object.keys(fields as Doc));
  const copies = docs.map((doc) => copyFor(doc, fields));
  if (fields.length === 0) return { docs: copies, modified: 0 };
  const config = {
    cloneMode: "none" as const,
    ...(options.arrayFilters ? { arrayFilters: options.arrayFilters } : {}),
  };
  if (!fields.some((field) => /\.\$(\.|$)/.test(field))) {
    const { modifiedCount } = updateMany(copies, {}, operators as never, config);
    return { docs: copies, modified: modifiedCount };
  }
  // The filter selects the position in a list.
  let modified = 0;
  for (const copy of copies) modified += updateOne([copy], options.filter, operators as never, config).modifiedCount;
  return { docs: copies, modified };
}

/** The row that an upsert creates when nothing matches. */
export function upserted(change: Change, { filter, arrayFilters }: ChangeOptions): Doc {
  const known = Object.fromEntries(
    Object.entries(filter).filter(([field, value]) => !field.startsWith("$") && !isOfOperators(value)),
  );
  const begun = Array.isArray(change) || isOfOperators(change) ? known : { _id: known["_id"], ...change };
  const { $setOnInsert = {}, $set = {}, ...rest } = Array.isArray(change) ? ({} as Doc) : change;
  // Which row it becomes may be said by the change, but only here, where there is none yet.
  const { _id = begun["_id"], ...set } = { ...($set as Doc), ...($setOnInsert as Doc) };
  const asInsert = Array.isArray(change) ? change : { ...rest, $set: set };
  const [doc = {}] =
    isOfOperators(change) || Array.isArray(change)
      ? changed([begun], asInsert, { filter, arrayFilters }).docs
      : [begun];
  return { ...doc, _id: doc["_id"] ?? _id ?? new ObjectId() };
}

const isOfOperators = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (Object.keys(value)[0]?.startsWith("$") ?? false);

/** mingo changes rows in place, so it gets a copy of the fields that it may touch. */
function copyFor(doc: Doc, fields: readonly string[]): Doc {
  const copy = { ...doc };
  for (const field of fields) {
    const dot = field.indexOf(".");
    const head = dot === -1 ? field : field.slice(0, dot);
    if (typeof copy[head] === "object" && copy[head] !== null) copy[head] = cloneDeep(copy[head] as Doc);
  }
  return copy;
}
