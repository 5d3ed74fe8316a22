import { Query } from "mingo";
import { compareValues, isDoc, keyOf, type Doc } from "./values.js";

/** The conditions of a filter on one field, as far as an index can use them. */
export interface Limits {
  /** One of these. */
  equal?: unknown[];
  above?: { value: unknown; inclusive: boolean };
  below?: { value: unknown; inclusive: boolean };
}
export interface Filter {
  test(doc: Doc): boolean;
  limits: ReadonlyMap<string, Limits>;
}
type Test = (doc: Doc) => boolean;

/** Parses a filter: simple and common conditions are tested here, at a tenth of the cost; mingo tests the rest. */
export function readFilter(filter: Doc, collation?: unknown): Filter {
  const limits = new Map<string, Limits>();
  const tests: Test[] = [];
  const rest: Doc[] = [];
  if (collation) return { limits, test: slow(filter, collation) };
  for (const [field, condition] of clausesOf(filter)) {
    const known = field.startsWith("$") ? undefined : readClause(field, condition, limits);
    if (known && !field.includes(".")) tests.push(known);
    else rest.push({ [field]: condition });
  }
  if (rest.length > 0) tests.push(slow(rest.length === 1 ? rest[0]! : { $and: rest }));
  return { limits, test: (doc) => tests.every((test) => test(doc)) };
}

function slow(filter: Doc, collation?: unknown): Test {
  const query = new Query(filter, collation ? { collation: collation as never } : {});
  return (doc) => query.test(doc);
}

function* clausesOf(filter: Doc): Generator<[string, unknown]> {
  for (const [field, condition] of Object.entries(filter))
    if (field === "$and") for (const inner of condition as Doc[]) yield* clausesOf(inner);
    else if (field !== "$comment") yield [field, condition];
}

const isScalar = (value: unknown): boolean =>
  typeof value === "object"
    ? value !== null && !(value instanceof RegExp) && !Array.isArray(value) && !isDoc(value)
    : true;

function readClause(field: string, condition: unknown, limits: Map<string, Limits>): Test | undefined {
  const limit = limits.get(field) ?? {};
  if (isScalar(condition)) {
    limits.set(field, { ...limit, equal: [condition] });
    return isOneOf(field, [condition]);
  }
  if (!isDoc(condition)) return undefined;
  const tests: Test[] = [];
  for (const [operator, value] of Object.entries(condition)) {
    const test = readOperator(field, operator, value, limit);
    if (!test) return undefined;
    tests.push(test);
  }
  if (tests.length === 0) return undefined;
  if (Object.keys(limit).length > 0) limits.set(field, limit);
  return tests.length === 1 ? tests[0] : (doc) => tests.every((test) => test(doc));
}

function readOperator(field: string, operator: string, value: unknown, limit: Limits): Test | undefined {
  if (operator === "$exists") return (doc) => (doc[field] !== undefined) === Boolean(value);
  if (operator === "$in") {
    const values = value as unknown[];
    if (!values.every((one) => one === null || isScalar(one))) return undefined;
    // A sparse index omits rows without the field.
    if (!values.includes(null)) limit.equal = values;
    return isOneOf(field, values);
  }
  if (!isScalar(value)) return undefined;
  switch (operator) {
    case "$eq":
      limit.equal = [value];
      return isOneOf(field, [value]);
    case "$gt":
    case "$gte":
      limit.above = { value, inclusive: operator === "$gte" };
      return isBeside(field, value, (order) => order > 0 || (order === 0 && operator === "$gte"));
    case "$lt":
    case "$lte":
      limit.below = { value, inclusive: operator === "$lte" };
      return isBeside(field, value, (order) => order < 0 || (order === 0 && operator === "$lte"));
    default:
      return undefined;
  }
}

const FEW = 8;
function isOneOf(field: string, values: readonly unknown[]): Test {
  const keys = new Set(values.map(keyOf));
  const is = (value: unknown): boolean =>
    values.length > FEW || value === undefined || value === null || typeof value === "object"
      ? keys.has(keyOf(value))
      : values.includes(value);
  return (doc) => {
    const value = doc[field];
    return Array.isArray(value) ? value.some(is) : is(value);
  };
}

/** Only values of the same type compare as greater or less. */
function isBeside(field: string, than: unknown, is: (order: number) => boolean): Test {
  const isNear = (value: unknown): boolean =>
    typeof value === typeof than &&
    value !== null &&
    value instanceof Date === than instanceof Date &&
    is(compareValues(value, than));
  return (doc) => {
    const value = doc[field];
    return Array.isArray(value) ? value.some(isNear) : isNear(value);
  };
}
