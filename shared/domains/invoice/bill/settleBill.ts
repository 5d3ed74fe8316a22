import { DateTime } from "luxon";
import { InvoiceRefused, type BillFound } from "#shared/providers/invoice/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { InvoiceModel, type InvoiceDoc, type WhichBill } from "../invoice.model.js";
import { provider, withToken } from "./invoiceProvider.js";
import { findLateBill } from "./lateBill.js";
import { InvoiceStatus } from "../invoice.states.js";

/** The provider refused an order: nothing was issued under its number. */
export class BillNotTaken extends Error {}
/** The issued bill differs from the ordered one. */
export class BillDiffers extends Error {}

/**
 * Settles a bill: sends it, or queries one that was sent before. An order whose response was lost is found by its
 * number, or sent again under the same one. `waiting`: query again later. Throws OutboundFailed, TooManyCalls,
 * InvoiceRefused, BillNotTaken, BillDiffers.
 */
export async function settleBill(
  invoice: InvoiceDoc,
  which: WhichBill,
  send: (token: string, no: string) => Promise<string>,
): Promise<"waiting" | "issued" | "failed"> {
  const { state, failures } = invoice[which];
  if (state === "issued" || state === "failed") return state;
  const no = invoice[which].no ?? billNumber(invoice, which, failures);
  if (state === "none") {
    if (await findLateBill(invoice, which)) return "waiting";
    // Recorded before the call, so that a later run queries first.
    if (!(await recordSent(invoice, which, no))) return "waiting";
  } else {
    const known = await queryBill(invoice, which);
    if (known !== "unknown") return known;
  }
  const serialNo = await sendOnce(no, send);
  if (serialNo)
    await InvoiceModel.updateOne(
      { _id: invoice._id, [`${which}.no`]: no },
      { $set: { [`${which}.serialNo`]: serialNo } },
    );
  return "waiting";
}

/** The state of a sent bill; `unknown`: the provider does not know it. */
export async function queryBill(
  invoice: InvoiceDoc,
  which: WhichBill,
): Promise<"unknown" | "waiting" | "issued" | "failed"> {
  const { no } = invoice[which];
  const found = no === null ? undefined : await withToken((token) => provider.find(token, no));
  return no === null || !found ? "unknown" : recordFound(invoice, which, no, found);
}

async function sendOnce(no: string, send: (token: string, no: string) => Promise<string>): Promise<string | undefined> {
  try {
    return await withToken((token) => send(token, no));
  } catch (error) {
    if (!(error instanceof InvoiceRefused) || error.kind === "token") throw error;
    // It was accepted before, and the response was lost.
    if (error.kind === "duplicate") return undefined;
    throw new BillNotTaken(error.message);
  }
}

async function recordSent({ _id, priceFen }: InvoiceDoc, which: WhichBill, no: string): Promise<boolean> {
  // A refund may have changed the amount since the invoice was read.
  const { modifiedCount } = await InvoiceModel.updateOne(
    {
      _id,
      priceFen,
      [`${which}.state`]: "none",
      ...(which === "bill" ? { status: InvoiceStatus.issuing } : { redDue: true }),
    },
    { $set: { [`${which}.no`]: no, [`${which}.state`]: "sent", [`${which}.sentAt`]: clock.now() } },
  );
  return modifiedCount === 1;
}

async function recordFound(
  { _id, priceFen }: InvoiceDoc,
  which: WhichBill,
  no: string,
  found: BillFound,
): Promise<"waiting" | "issued" | "failed"> {
  if (found.state === "issuing") return "waiting";
  const mine = { _id, [`${which}.no`]: no, [`${which}.state`]: "sent" };
  if (found.state === "failed") {
    await InvoiceModel.updateOne(mine, {
      $set: { [`${which}.state`]: "failed", failReason: found.reason },
      $inc: { [`${which}.failures`]: 1 },
    });
    return "failed";
  }
  if (found.amountFen !== null && found.amountFen !== priceFen)
    throw new BillDiffers(`${no} was made over ${found.amountFen} fen instead of ${priceFen}`);
  const { serialNo, invoiceNo, invoiceCode, checkCode } = found;
  await InvoiceModel.updateOne(mine, {
    $set: {
      [`${which}.state`]: "issued",
      [`${which}.serialNo`]: serialNo,
      [`${which}.invoiceNo`]: invoiceNo,
      [`${which}.invoiceCode`]: invoiceCode,
      [`${which}.checkCode`]: checkCode,
      [`${which}.issuedAt`]: found.issuedAt ?? clock.now(),
    },
  });
  return "issued";
}

/** Our number at the provider, at most 20 characters, a new one after each failed try. */
function billNumber(
  { _id, createdAt }: Pick<InvoiceDoc, "_id" | "createdAt">,
  which: WhichBill,
  failures: number,
): string {
  const moment = DateTime.fromJSDate(createdAt, { zone: "Asia/Shanghai" }).toFormat("yyMMddHHmmss");
  return `${which === "bill" ? "F" : "R"}${moment}${String(_id % 1_000_000).padStart(6, "0")}${failures % 10}`;
}
