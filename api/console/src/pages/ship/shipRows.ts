import { post, put, type DataOf } from "../../client/client";
import { onEach } from "../../parts/acts/onEach";
import type { FileRow } from "./readShipments";

type Checked = DataOf<"/admin-api/trade/order/check-shipments", "post">["list"][number];
/** A row of a file, and what became of it. */
export interface ShipRow extends Checked {
  /** Its line of the file. */
  line: number;
  /** undefined: not shipped yet. */
  result?: "shipped" | "failed";
}

const ROWS_A_CALL = 200;

/** Asks of each row whether it would ship. */
export async function checkRows(rows: readonly FileRow[]): Promise<ShipRow[]> {
  const checked: ShipRow[] = [];
  for (let begin = 0; begin < rows.length; begin += ROWS_A_CALL) {
    const list = rows.slice(begin, begin + ROWS_A_CALL).map(({ no, company, logisticsNo }) => ({
      no: no.slice(0, 64),
      logisticsNo: logisticsNo.slice(0, 64),
      ...(company ? { company: company.slice(0, 64) } : {}),
    }));
    const answer = await post("/admin-api/trade/order/check-shipments", { list });
    checked.push(...answer.list.map((row, index) => ({ ...row, line: begin + index + 1 })));
  }
  return checked;
}

/** Ships those without a fault, some at a time, until it is told to stop; each row's end is told. */
export async function shipRows(
  rows: readonly ShipRow[],
  { isStopped, onEnd }: { isStopped: () => boolean; onEnd: (row: ShipRow) => void },
): Promise<void> {
  await onEach(
    rows.filter(({ fault, result }) => fault === null && result === undefined),
    async (row) => {
      if (isStopped()) return;
      try {
        const { orderId, logisticsId, logisticsNo } = row;
        await put("/admin-api/trade/order/delivery", { id: orderId!, logisticsId: logisticsId!, logisticsNo });
        onEnd({ ...row, result: "shipped" });
      } catch (error) {
        onEnd({ ...row, result: "failed", fault: { code: -1, msg: (error as Error).message } });
      }
    },
  );
}
