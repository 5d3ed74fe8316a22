import type { Pair } from "../../texts/texts";
import { readJson } from "../shown/JsonText";
import { figuresFault } from "./numbers";

/** A column of rows edited in a form. */
export interface Column {
  name: string;
  label: Pair;
  kind?: "text" | "number" | "tags" | "picture" | "pictures" | "switch";
  needed?: boolean;
}
/**
 * The rows' JSON: "list" `[{…}, {…}]`; "map" `{name: value}`, with columns called "name" and "value"; "one" a single
 * row, `{…}`.
 */
export type RowsAs = "list" | "map" | "one";
export type Row = Record<string, unknown>;
export interface Shape {
  columns: readonly Column[];
  as: RowsAs;
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string") && new Set(value).size === value.length;
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function fitsCell({ kind = "text" }: Column, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (kind === "tags" || kind === "pictures") return isTexts(value);
  return typeof value === (kind === "number" ? "number" : kind === "switch" ? "boolean" : "string");
}

/** Whether a value can be shown as such rows without loss. */
export function fits({ columns, as }: Shape, value: unknown): boolean {
  const parsed = readJson(value);
  if (parsed === null) return true;
  if (parsed === undefined || Array.isArray(parsed) !== (as === "list")) return false;
  const rows = as === "list" ? (parsed as unknown[]) : rowsOf({ columns, as }, parsed);
  return rows.every((row) => isRow(row) && columns.every((column) => fitsCell(column, row[column.name])));
}

export function rowsOf({ as }: Shape, value: unknown): Row[] {
  const parsed = readJson(value) ?? undefined;
  if (as === "one") return [(parsed ?? {}) as Row];
  if (as === "list") return (parsed ?? []) as Row[];
  return Object.entries(parsed ?? {}).map(([name, inner]) => ({ name, value: inner as unknown }));
}

/** Undefined without rows. A missing or duplicate name becomes "", which the check refuses. */
export function valueOf({ columns, as }: Shape, rows: readonly Row[]): unknown {
  if (rows.length === 0) return undefined;
  if (as === "list") return rows;
  if (as === "one") return Object.keys(rows[0]!).length === 0 ? undefined : rows[0];
  const names = rows.map(({ name }) => String(name ?? "").trim());
  const [, { kind = "text" } = columns[0]!] = columns;
  const blank = kind === "tags" || kind === "pictures" ? [] : "";
  return Object.fromEntries(
    rows.map(({ value }, at) => [names.indexOf(names[at]!) === at ? names[at] : "", value ?? blank]),
  );
}

/** A row with a changed cell; an emptied cell is removed. */
export function withCell(row: Row, name: string, value: unknown): Row {
  const { [name]: _, ...others } = row;
  return isBlank(value) || value === false ? others : { ...row, [name]: value };
}

/** The error of the rows, if any. */
export function rowsFault(shape: Shape, value: unknown): Pair | undefined {
  if (readJson(value) === undefined) return ["Enter a valid JSON object or list", "不是有效的 JSON 对象或列表"];
  if (readJson(value) === null || !fits(shape, value)) return undefined;
  const rows = rowsOf(shape, value);
  const figures = shape.columns.filter(({ kind }) => kind === "number").map(({ name }) => name);
  const fault = figuresFault(rows.flatMap((row) => figures.map((name) => row[name] as number | undefined)));
  if (fault) return fault;
  if (shape.as === "map")
    return rows.some(({ name }) => name === "") ? ["Each line needs a unique name", "每行须有不重复的名称"] : undefined;
  for (const { name, label, needed } of shape.columns) {
    const at = needed ? rows.findIndex((row) => isBlank(row[name])) : -1;
    if (at !== -1) return [`Line ${at + 1}: ${label[0]} is required`, `第 ${at + 1} 行：请填写${label[1]}`];
  }
  return undefined;
}
