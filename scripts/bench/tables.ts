import { cpus, totalmem } from "node:os";
import type { Deployment } from "./deployment.js";
import { spreadOf, type Spread } from "./figures.js";

export interface Table {
  title: string;
  /** Under the title: what was measured, and compared with what. */
  note: string;
  columns: string[];
  rows: (string | number | Spread)[][];
  /** Refusals, if any: a figure with refusals does not compare with others. */
  remarks?: string[];
}

export function printTable({ title, note, columns, rows, remarks = [] }: Table): void {
  const cells = [columns, ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  console.log(`\n${title}\n${note}\n`);
  cells.forEach((row, line) => {
    const padded = row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!)));
    console.log(`  ${padded.join("   ").trimEnd()}`);
    if (line === 0) console.log(`  ${widths.map((width) => "-".repeat(width)).join("   ")}`);
  });
  for (const remark of remarks) console.log(`  ! ${remark}`);
}

function cellText(cell: string | number | Spread): string {
  if (typeof cell === "string") return cell;
  if (typeof cell === "number") return short(cell);
  return `${short(cell.median)} (${short(cell.min)}-${short(cell.max)})`;
}

/** A noisy machine justifies three digits at most. */
export function short(value: number): string {
  if (Number.isNaN(value)) return "-";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(2);
}

export const machineLine = (): string =>
  [
    `${cpus().length} processors (${cpus()[0]?.model.trim() ?? "?"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    "the load's client runs on the same machine; figures are median (min-max) of the rounds",
  ].join("\n");

export const storesLine = ({ stores }: Pick<Deployment, "stores">): string =>
  stores.servers.map(({ name, version, source }) => `${name} ${version} from ${source}`).join(", ");

/** The median of `each` over the rounds. */
export const over = <T>(rounds: readonly T[], each: (round: T, index: number) => number): Spread =>
  spreadOf(rounds.map(each));
