import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Context } from "koa";

/** A column's head, and its cell of a row. */
type CsvColumns<T> = Record<string, (row: T) => string | number | boolean | null>;

/** A formula sign after separators or blanks; and numbers that a spreadsheet would round. */
const takenWrong = /^(?:[;,\s]+[=+\-@\t\r＝＋－＠]|\d{16,}$)/u;
const asText = <C>(cell: C): C | string => (typeof cell === "string" && takenWrong.test(cell) ? `'${cell}` : cell);

/**
 * Sends rows as a CSV file, read and written one by one, so that only a few are in memory. With a byte order mark, and
 * an apostrophe before cells that a spreadsheet would take for a formula or would round (rules: Operators).
 */
export function sendCsv<T>(ctx: Context, name: string, columns: CsvColumns<T>, rows: AsyncIterable<T>): void {
  const heads = Object.keys(columns);
  const cells = Object.values(columns);
  const lines = stringify({
    bom: true,
    header: true,
    columns: heads,
    escape_formulas: true,
    // Where a spreadsheet splits cells at semicolons or tabs, a cell must not become two.
    quoted_match: /[;\t]/,
    record_delimiter: "windows",
  });
  const source = Readable.from(
    (async function* () {
      for await (const row of rows) yield cells.map((cell) => asText(cell(row)));
    })(),
  );
  // The response has begun: it can only be aborted, so that half a file is not mistaken for a whole one.
  source.on("error", (error) => lines.destroy(error));
  lines.on("close", () => source.destroy());
  ctx.set("content-type", "text/csv; charset=utf-8");
  ctx.set("content-disposition", `attachment; filename="${name}.csv"`);
  ctx.set("cache-control", "no-store");
  ctx.body = source.pipe(lines);
}
