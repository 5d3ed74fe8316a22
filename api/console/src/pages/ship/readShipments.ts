import { parse } from "papaparse";

/** A row of a file, as it stands there. */
export interface FileRow {
  no: string;
  company: string;
  logisticsNo: string;
}

const heads: Record<keyof FileRow, RegExp> = {
  no: /^(order( ?(no\.?|number))?|订单(编)?号)$/i,
  company: /^(carrier|company|delivery company|快递公司|物流公司)$/i,
  logisticsNo: /^(tracking( ?(no\.?|number))?|parcel( ?(no\.?|number))?|快递单号|物流单号|运单号)$/i,
};

/** What spreadsheets put around a number so that it stays text: ="123", '123. */
const plain = (cell: string): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "");

/** UTF-8, or what Excel writes in Chinese. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/**
 * The rows of a CSV file whose columns are named in its first row; without names they are order, carrier, number, or order and
 * number. undefined: it has no such columns.
 */
export async function readShipments(file: Blob): Promise<FileRow[] | undefined> {
  const { data } = parse<string[]>(textOf(await file.arrayBuffer()), { skipEmptyLines: "greedy" });
  const rows = data.map((cells) => cells.map(plain));
  const [first = []] = rows;
  const named = (name: keyof FileRow): number => first.findIndex((cell) => heads[name].test(cell));
  const isNamed = named("no") >= 0 && named("logisticsNo") >= 0;
  const columns = isNamed
    ? { no: named("no"), company: named("company"), logisticsNo: named("logisticsNo") }
    : first.length === 2
      ? { no: 0, company: -1, logisticsNo: 1 }
      : { no: 0, company: 1, logisticsNo: 2 };
  if (first.length < 2) return undefined;
  const at = (cells: readonly string[], column: number): string => cells[column] ?? "";
  return (isNamed ? rows.slice(1) : rows).map((cells) => ({
    no: at(cells, columns.no),
    company: at(cells, columns.company),
    logisticsNo: at(cells, columns.logisticsNo),
  }));
}
