import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import type { InvoiceDoc } from "#shared/domains/invoice/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { invoiceOf } from "#test/factories/invoice.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder, type OrderOverrides } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** The sandbox's control (rules: Sandbox). */
export async function control<T = any>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

export const invoiceFault = (fault: {
  mode: string;
  count?: number;
  delayMs?: number;
  path?: string;
  after?: boolean;
}) => control("PUT", "/faults", { platform: "invoice", ...fault });
export const noInvoiceFaults = () => control("DELETE", "/faults?platform=invoice");

interface SandboxInvoice {
  orderNo: string;
  kind: "blue" | "red";
  state: string;
  amount: number;
  tax: number;
  invoiceNo: string;
  cancels: string | null;
  cancelledBy: string | null;
  callbackUrl: string;
  buyerName: string;
}
/** What the provider made for an order of ours, oldest first. */
export const madeFor = async ({ _id, bill, red }: InvoiceDoc): Promise<SandboxInvoice[]> => {
  const all = await control<SandboxInvoice[]>("GET", "/invoices");
  expect(_id).to.be.greaterThan(0);
  return all.filter(({ orderNo }) => orderNo === bill.no || orderNo === red.no).toReversed();
};
export const settle = (orderNo: string, body: object = {}) =>
  control<SandboxInvoice & { deliveries: { status: number; taken: boolean }[] }>(
    "POST",
    `/invoices/${orderNo}/settle`,
    body,
  );

interface Call {
  id: number;
  operation: string | null;
  path: string;
}
const allCalls = () => control<Call[]>("GET", "/calls?platform=invoice");
/** A callback as anybody may send it. */
export async function tellShop(path: string, body: string): Promise<[number, string]> {
  const { url } = await startService();
  const reply = await fetch(url + path, { method: "POST", body });
  return [reply.status, await reply.text()];
}

/** Ends what the provider still holds, so that nobody asks for it in a test of others. */
export async function settleAll(): Promise<void> {
  await noInvoiceFaults();
  for (const { orderNo, state } of await control<SandboxInvoice[]>("GET", "/invoices"))
    if (state === "issuing") await settle(orderNo);
  await runJobs();
}

/** What is asked of the provider during `run`, oldest first: the last word of each service. */
export async function callsDuring(run: () => Promise<unknown>): Promise<string[]> {
  const last = (await allCalls())[0]?.id ?? 0;
  await run();
  return (await allCalls())
    .filter(({ id }) => id > last)
    .toReversed()
    .map(({ operation, path }) => operation?.split(".").at(-1) ?? path);
}

/** Runs jobs until the order's latest invoice is as expected; the provider works and calls back on its own. */
export async function invoiceUntil(
  orderId: number,
  what: string,
  holds: (invoice: InvoiceDoc) => boolean,
): Promise<InvoiceDoc> {
  const look = async (): Promise<boolean> => {
    await runJobs();
    const now = await invoiceOf(orderId);
    return now !== null && holds(now);
  };
  await eventually(what, look, 15);
  return (await invoiceOf(orderId))!;
}
export const untilDone = (orderId: number) =>
  invoiceUntil(orderId, "the invoice is done", ({ status }) => status === 3);
export const untilStuck = (orderId: number) =>
  invoiceUntil(orderId, "the invoice waits for an operator", ({ stuckAt }) => stuckAt !== null);

/** A paid order whose money is at the sandbox's channel, so that it can go back there. */
export async function buildRefundable(overrides: OrderOverrides = {}): Promise<BuiltOrder> {
  await startService();
  await refreshCertificates();
  const built = await buildUnpaidOrder(overrides);
  const waiting = (await findPayOrder(built.payOrderId))!;
  expect((await built.client.post("/app-api/pay/order/submit", submitBody(waiting))).code).to.equal(0);
  await control("POST", `/pay/orders/${(await findPayOrder(built.payOrderId))!.no!}/settle`, { outcome: "success" });
  await eventually("the payment", async () => {
    await runJobs();
    return (await reloadOrder(built.order._id)).order.status === 10;
  });
  return { ...built, ...(await reloadOrder(built.order._id)) };
}

/** An operator gives money of an order back; it has arrived, and what reacts has run. */
export async function refund({ order }: Pick<BuiltOrder, "order">, refundPrice = order.payPriceFen): Promise<void> {
  const { client } = await buildOperator(["trade:order:refund"]);
  const before = (await reloadOrder(order._id)).order.refundPriceFen;
  const reply = await client.put("/admin-api/trade/order/refund", { id: order._id, refundPrice, reason: "缺货" });
  expect(reply.code, reply.msg).to.equal(0);
  await eventually("the refund", async () => {
    await runJobs();
    return (await reloadOrder(order._id)).order.refundPriceFen === before + refundPrice;
  });
  await runJobs();
}
