import { expect } from "chai";
import { chaseRefundsJob } from "#shared/domains/pay/pay.jobs.js";
import { findPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import { walletOf } from "#shared/domains/wallet/index.js";
import { heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildPayOrder, submitBody, type BuiltPayOrder } from "#test/factories/payOrder.js";
import type { BuiltMember } from "#test/factories/member.js";
import { ledgerSum } from "#test/factories/wallet.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import type { PayOrderInput } from "#shared/domains/pay/order/openPayOrder.js";

/** The sandbox's control (rules: Sandbox). */
export async function control<T = any>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

interface Settled {
  state: string;
  deliveries: { status: number; ms: number }[];
}
export const settle = (no: string, body: object = {}): Promise<Settled> =>
  control("POST", `/pay/orders/${no}/settle`, body);
export const atChannel = (no: string) =>
  control<{ state: string; refunded: number; amount: number }>("GET", `/pay/orders/${no}`);
export const refundAtSandbox = (no: string) => control<{ state: string; amount: number }>("GET", `/pay/refunds/${no}`);
export const fault = (body: object) => control("PUT", "/faults", { platform: "wechatpay", ...body });
export const noFaults = () => control("DELETE", "/faults");
export const callsTo = async (part: string) =>
  (await control<{ path: string; method: string; body: string }[]>("GET", "/calls?platform=wechatpay")).filter(
    ({ path }) => path.includes(part),
  );

interface Delivery {
  headers: Record<string, string>;
  body: string;
  status: number;
}
export const deliveries = async (key: string, merchantOrderId: string): Promise<Delivery[]> =>
  (await control<Delivery[]>("GET", `/merchant/${key}/deliveries`)).filter(({ body }) =>
    body.includes(`"${merchantOrderId}"`),
  );
export const behave = (key: string, body: object) => control("PUT", `/merchant/${key}/behaviour`, body);

export interface Submitted extends BuiltPayOrder {
  no: string;
  content: string;
}

/** A pay order that was submitted, by QR code unless `body` says otherwise. */
export async function buildSubmitted(
  overrides: Partial<PayOrderInput> = {},
  body: Record<string, unknown> = {},
  owner?: BuiltMember,
): Promise<Submitted> {
  const built = await buildPayOrder(overrides, owner);
  const reply = await built.client.post("/app-api/pay/order/submit", submitBody(built.order, body));
  expect(reply.code, reply.msg).to.equal(0);
  const order = await reload(built.order);
  return { ...built, order, no: order.no!, content: reply.data.displayContent };
}

/** A pay order whose payment came by callback. */
export async function buildPaid(
  overrides: Partial<PayOrderInput> = {},
  body: Record<string, unknown> = {},
  owner?: BuiltMember,
): Promise<Submitted> {
  const built = await buildSubmitted(overrides, body, owner);
  await settle(built.no);
  await runJobs();
  const order = await reload(built.order);
  expect(order.status).to.equal(10);
  return { ...built, order };
}

export const reload = async (order: Pick<PayOrderDoc, "_id">): Promise<PayOrderDoc> => (await findPayOrder(order._id))!;

/** What submit is told to pay through the other providers, or in part from the wallet. */
export const byPage = { channelCode: "payplat_pc", displayMode: "url" };
export const byApp = { channelCode: "payplat_app", displayMode: "app" };
export const byWallet = { channelCode: "wallet", displayMode: "url" };
export const withWalletPart = (fen: number | string, body: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...body,
  channelExtras: { wallet_combination_payment_price: String(fen) },
});

/** A wallet's balance and frozen sum, after comparing them with the ledger. */
export async function money(memberId: number): Promise<[number, number]> {
  const { balanceFen, frozenFen } = await walletOf(memberId);
  expect(await ledgerSum(memberId), "ledger").to.equal(balanceFen + frozenFen);
  return [balanceFen, frozenFen];
}

/** Has the refunds under way asked about, a minute on. Its callback may come first: one of the two ends it. */
export async function chase(): Promise<void> {
  heldClock.advance(minutes(2));
  await enqueue(chaseRefundsJob, {});
  await runJobs();
}
