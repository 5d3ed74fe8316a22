import { scrubText, scrubValues } from "../scrubText.js";

/** missing: only the other one has it. added: the other one lacks it. type: both have it, as values of other types. */
export const differenceKinds = ["missing", "added", "type"] as const;

export const fieldTypes = ["string", "number", "boolean", "object", "list", "date", "null"] as const;
type FieldType = (typeof fieldTypes)[number];

interface Side {
  /** Several where the elements of a list differ. */
  types: FieldType[];
  /** Without secrets; of a list's elements the first one. */
  value: unknown;
}

export interface PayloadDifference {
  /** Like `items[].skuId`; "": the whole. */
  path: string;
  kind: (typeof differenceKinds)[number];
  /** null: it lacks the field. */
  payload: Side | null;
  other: Side | null;
}

/** A field, or all elements of a list together. */
interface Shape {
  types: Set<FieldType>;
  shown: unknown;
  /** Not every element of the list has it. */
  isOptional: boolean;
  /** Of objects among them. */
  fields: Map<string, Shape>;
  /** Of lists among them that have any. */
  elements?: Shape;
}

const MOST_DIFFERENCES = 50;
const DEEPEST = 8;

/** What differs in the shape of a payload from that of another one: values are not compared, and secrets not shown. */
export function comparePayloads(payload: unknown, other: unknown): PayloadDifference[] {
  const found: PayloadDifference[] = [];
  compare("", shapeOf([["", payload]]), shapeOf([["", other]]), found);
  return found.slice(0, MOST_DIFFERENCES);
}

function compare(path: string, mine: Shape, theirs: Shape, found: PayloadDifference[]): void {
  // The elements of a list may be of fewer types than those of the other.
  if ([...mine.types].some((type) => !theirs.types.has(type)))
    found.push({ path, kind: "type", payload: sideOf(mine), other: sideOf(theirs) });
  if (mine.elements && theirs.elements) compare(`${path}[]`, mine.elements, theirs.elements, found);
  if (!mine.types.has("object") || !theirs.types.has("object")) return;
  for (const name of new Set([...theirs.fields.keys(), ...mine.fields.keys()])) {
    const at = path ? `${path}.${scrubText(name)}` : scrubText(name);
    const [one, another] = [mine.fields.get(name), theirs.fields.get(name)];
    if (one && another) compare(at, one, another, found);
    else if (one) found.push({ path: at, kind: "added", payload: sideOf(one), other: null });
    else if (another && !another.isOptional)
      found.push({ path: at, kind: "missing", payload: null, other: sideOf(another) });
  }
}

const sideOf = ({ types, shown }: Shape): Side => ({ types: [...types].toSorted(), value: shown });

/** The shape of values that stand at the same place, each with the name of its field, where there are `of` places. */
function shapeOf(values: readonly (readonly [name: string, value: unknown])[], depth = DEEPEST, of = 1): Shape {
  const all = values.map(([name, value]) => ({ value, shown: shownAs(name, value) }));
  // What is hidden by its name is not looked into.
  const open = depth === 0 ? [] : all.filter(({ value, shown }) => typeof shown === typeof value);
  const objects = open.flatMap(({ value }) => (typeOf(value) === "object" ? [value as Record<string, unknown>] : []));
  const elements = open.flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : []));
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  return {
    types: new Set(all.map(({ value }) => typeOf(value))),
    shown: all[0]?.shown ?? null,
    isOptional: values.length < of,
    fields: new Map(
      names.map((name) => [
        name,
        shapeOf(
          objects.flatMap((one) => (Object.hasOwn(one, name) ? [[name, one[name]] as const] : [])),
          depth - 1,
          objects.length,
        ),
      ]),
    ),
    ...(elements.length > 0
      ? {
          elements: shapeOf(
            elements.map((one) => ["", one] as const),
            depth - 1,
          ),
        }
      : {}),
  };
}

const shownAs = (name: string, value: unknown): unknown =>
  (scrubValues({ [name]: value }) as Record<string, unknown>)[name] ?? null;

function typeOf(value: unknown): FieldType {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  if (value instanceof Date) return "date";
  return fieldTypes.find((type) => type === typeof value) ?? "object";
}
