import mongoose from "mongoose";

/** The driver that comes with mongoose. */
export const { BSON, ObjectId } = mongoose.mongo;
const { Long } = mongoose.mongo;

export type Doc = Record<string, unknown>;

/** A map key for a value: primitives are their own. */
export function keyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value ?? null;
  if (value instanceof Date) return `\0date ${value.getTime()}`;
  return `\0${isDoc(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)}`;
}

export const isDoc = (value: unknown): value is Doc =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** MongoDB's order of types, as far as it occurs here. */
function rankOf(value: unknown): number {
  switch (typeof value) {
    case "undefined":
      return 1;
    case "number":
    case "bigint":
      return 2;
    case "string":
      return 3;
    case "boolean":
      return 7;
    default:
      if (value === null) return 1;
      if (value instanceof Long) return 2;
      if (value instanceof Date) return 8;
      if (Array.isArray(value)) return 5;
      return isDoc(value) ? 4 : 6;
  }
}

export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : 1;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  const rank = rankOf(a);
  const apart = rank - rankOf(b);
  if (apart !== 0 || rank === 1) return apart;
  if (rank === 2 || rank === 7) return Number(a) - Number(b);
  const [first, second] = [String(keyOf(a)), String(keyOf(b))];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

/** The value at a path, through lists on the way: a list of all, or the one value. */
export function valueAt(doc: unknown, path: string): unknown {
  const dot = path.indexOf(".");
  if (dot === -1) return isDoc(doc) ? doc[path] : undefined;
  const inner = isDoc(doc) ? doc[path.slice(0, dot)] : undefined;
  const rest = path.slice(dot + 1);
  if (!Array.isArray(inner)) return valueAt(inner, rest);
  if (/^\d+(\.|$)/.test(rest)) {
    const [position = ""] = rest.split(".");
    const left = rest.slice(position.length + 1);
    return left === "" ? inner[Number(position)] : valueAt(inner[Number(position)], left);
  }
  return inner.map((one) => valueAt(one, rest)).flat();
}

/** Compares rows as `{ field: 1 | -1 }` says. A list counts as its least value, or its greatest. */
export function comparing(sort: Record<string, number>): (a: Doc, b: Doc) => number {
  const fields = Object.entries(sort);
  const at = (doc: Doc, path: string, direction: number): unknown => {
    const value = valueAt(doc, path);
    if (!Array.isArray(value)) return value;
    return value.toSorted((a, b) => direction * compareValues(a, b))[0];
  };
  return (a, b) => {
    for (const [path, direction] of fields) {
      const order = compareValues(at(a, path, direction), at(b, path, direction));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}
