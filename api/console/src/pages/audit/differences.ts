export interface Difference {
  /** The path in the object: address.city. */
  path: string;
  before: unknown;
  after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The differences between two objects, field by field; equal fields are omitted. */
export function differences(before: unknown, after: unknown, path = ""): Difference[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differences(before[name], after[name], path ? `${path}.${name}` : name),
    );
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  // Created or deleted: each of its fields differs.
  if (isObject(after) && (before === null || before === undefined)) return differences({}, after, path);
  if (isObject(before) && (after === null || after === undefined)) return differences(before, {}, path);
  return [{ path, before, after }];
}
