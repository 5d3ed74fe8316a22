import type { Locator } from "playwright-core";
import type { PayRefundDoc } from "#shared/domains/pay/refund/payRefund.model.js";
import type { InvoiceDoc } from "#shared/domains/invoice/index.js";
import { flushRequestLogs } from "#shared/domains/operations/index.js";
import { NotifyHostModel } from "#shared/kernel/webhooks/delivery.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { OutboxModel, type OutboxRow } from "#shared/kernel/outbox/row.js";
import { buildAfterSale, buildOrderPaidAtChannel, decide, refundsOf } from "#test/factories/afterSale.js";
import { buildInvoice } from "#test/factories/invoice.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, type BuiltOrder } from "#test/factories/order.js";
import { invoiceFault } from "#test/invoice/support.js";
import { behave, fault, noFaults } from "#test/pay/support.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";

export interface Troubled {
  /** Paid at the channel; its merchant's server refused to hear of it. */
  sold: BuiltOrder;
  afterSaleId: number;
  /** The channel does not answer it. */
  refund: PayRefundDoc;
  /** The platform does not answer it. */
  invoice: InvoiceDoc;
}

/** Sales that everybody outside fails: what they are asked again is asked in vain until `soothe`. */
export async function buildTroubled(): Promise<Troubled> {
  // What pages of other files asked for fills the buffer, the more of it the longer they were open.
  await flushRequestLogs();
  await seedDelivery();
  await refreshCertificates();
  await NotifyHostModel.deleteMany({});
  const ordered = await buildPaidOrder();
  await behave("mall", { status: 500 });
  const sold = await buildOrderPaidAtChannel();
  const afterSaleId = await buildAfterSale(sold);
  const clerk = await buildOperator(["*"]);
  // From here on `runJobs` would try without end.
  await fault({ mode: "error", count: 1_000, path: "/refund/domestic/refunds" });
  await decide(clerk, "agree", afterSaleId);
  await decide(clerk, "refund", afterSaleId);
  const [refund] = await refundsOf(sold.payOrderId);
  await invoiceFault({ mode: "error", count: 1_000 });
  const { invoice } = await buildInvoice({ ordered });
  await failsAt(`refundId:${refund!._id}`, "pay.refundAtChannel");
  await failsAt(`invoiceId:${invoice._id}`, "invoice.issueInvoice");
  await flushRequestLogs();
  return { sold, afterSaleId, refund: refund!, invoice };
}

const failsAt = (subjects: string, job: string): Promise<void> =>
  eventually(
    `${job} fails`,
    async () => ((await OutboxModel.findOne({ subjects, job }).lean<OutboxRow>())?.failures ?? []).length > 0,
    30,
  );

/** Everybody answers again, and what waited for that comes to its end. */
export async function soothe(): Promise<void> {
  await noFaults();
  await behave("mall", {});
  await NotifyHostModel.deleteMany({});
  await runJobs();
}

/** What a timeline shows, from the top: when each thing happened, and its words. */
export async function eventsIn(part: Locator): Promise<{ at: string; words: string }[]> {
  await part.locator(".ant-timeline-item").first().waitFor();
  return part.locator(".ant-timeline-item").evaluateAll((items) =>
    items.map((item) => ({
      at: item.querySelector("time")!.dateTime,
      words: item.textContent.replace(/^[-\d]+ [:.\d]+ */, "").trim(),
    })),
  );
}
