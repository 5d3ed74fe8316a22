import { setTimeout as sleep } from "node:timers/promises";
import { DateTime } from "luxon";
import { type Comparison } from "#shared/domains/pay/index.js";
import { billedMerchants, clientOf, compareLines, type BilledMerchant } from "#shared/domains/pay/worker.js";
import { ChannelRefused, ChannelUnsure, type ChannelBill, type PayChannelClient } from "#shared/providers/pay/port.js";
import { add, type CheckReport } from "./rows.js";

interface BillsReport extends CheckReport {
  /** Statements that were not compared, and why. */
  skipped: string[];
}

/** A payment without a callback is found at the latest when its order expires: after 2 h and a sweep. */
const UNHEARD_MS = (2 * 60 + 15) * 60_000;
/** Two comparisons, far enough apart for what was under way at the first one to be over. */
const APART_MS = 5_000;

/**
 * I3: our payments agree with the providers' own statements. The shop itself compares yesterday's every day; this
 * compares today's, which the sandbox gives at any time. A provider without one is reported as not compared.
 */
export async function billsAgree({ apartMs = APART_MS } = {}): Promise<BillsReport> {
  const report: BillsReport = { looked: {}, violations: [], skipped: [] };
  const day = DateTime.now().setZone("Asia/Shanghai").toFormat("yyyy-MM-dd");
  for (const merchant of await billedMerchants()) {
    if (!merchant.inUse) continue;
    const name = `${merchant.family} ${merchant.merchantId}`;
    const first = await look(merchant, day);
    if (typeof first === "string") {
      report.skipped.push(`${name}: ${first}`);
      continue;
    }
    const { therePayments, thereRefunds } = first.sums;
    const what = "I3 lines of today's statements";
    report.looked[what] = (report.looked[what] ?? 0) + therePayments + thereRefunds;
    if (first.differences.length === 0) continue;
    await sleep(apartMs);
    const second = await look(merchant, day);
    if (typeof second === "string") {
      report.skipped.push(`${name}: ${second}`);
      continue;
    }
    const still = new Set(second.differences.map(keyOf));
    for (const difference of first.differences) {
      if (!still.has(keyOf(difference))) continue;
      const { kind, no, refundNo, hereFen, thereFen, note } = difference;
      const about = refundNo ? `refund ${refundNo} of payment ${no}` : `payment ${no}`;
      add(report, "I3", `${name}, ${about}`, `${note || kind}: here ${hereFen ?? "-"}, there ${thereFen ?? "-"} fen`);
    }
  }
  return report;
}

const keyOf = ({ kind, no, refundNo }: Comparison["differences"][number]): string => `${kind} ${no} ${refundNo}`;

/** The comparison, or the reason why there is none. */
async function look(merchant: BilledMerchant, day: string): Promise<Comparison | string> {
  const { family, merchantId } = merchant;
  const client = clientOf(merchant);
  let bill: ChannelBill | undefined;
  try {
    bill = await client.bill(day);
  } catch (error) {
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    return `no statement of today to compare with (${error.code})`;
  }
  if (!bill) return "no statement of today to compare with";
  const late = new Set(bill.rows.filter(({ at }) => at.getTime() < Date.now() - UNHEARD_MS).map(({ no }) => no));
  const { sums, differences } = await compareLines({ family, merchantId, day }, bill.rows);
  const real: Comparison["differences"] = [];
  for (const difference of differences) {
    const { kind, no, refundNo, hereFen } = difference;
    if (kind === "statusDiffers" && hereFen === null && !late.has(no)) continue;
    // A refund is listed on the day of its request, even if it failed.
    if (kind === "statusDiffers" && refundNo && (await hasFailedThere(client, refundNo, no))) continue;
    real.push(difference);
  }
  return { sums, differences: real };
}

async function hasFailedThere(client: PayChannelClient, refundNo: string, no: string): Promise<boolean> {
  try {
    return (await client.queryRefund(refundNo, no)).state === "failed";
  } catch (error) {
    if (!(error instanceof ChannelRefused) && !(error instanceof ChannelUnsure)) throw error;
    return false;
  }
}
