import { findPayOrder } from "#shared/domains/pay/index.js";
import { findRecharge } from "#shared/domains/recharge/recharge.queries.js";
import type { RechargeDoc } from "#shared/domains/recharge/index.js";
import { PayRefundModel } from "#shared/domains/pay/refund/payRefund.model.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { payAppsAreThere } from "#test/factories/payApps.js";

/** The sandbox's control (rules: Sandbox). */
export async function control<T = any>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

interface BuiltRecharge extends BuiltMember {
  rechargeId: number;
  payOrderId: number;
}

/** An unpaid recharge, asked for as a client does; of a new member unless one is given. */
export async function buildRecharge(
  body: { payPrice?: number; packageId?: number } = {},
  owner?: BuiltMember,
): Promise<BuiltRecharge> {
  await payAppsAreThere();
  const built = owner ?? (await buildMember());
  const reply = await built.client.post("/app-api/pay/wallet-recharge/create", { payPrice: 5_000, ...body });
  if (reply.code !== 0) throw new Error(reply.msg);
  return { ...built, rechargeId: reply.data.id, payOrderId: reply.data.payOrderId };
}

/** Pays a recharge by QR code at the sandbox's cashier, and runs what follows. */
export async function payRecharge({ client, member, payOrderId }: BuiltRecharge): Promise<void> {
  const submitted = await client.post("/app-api/pay/order/submit", {
    id: payOrderId,
    userId: member._id,
    channelCode: "social_native",
    displayMode: "qr_code",
    returnUrl: "http://127.0.0.1:8080/paid",
  });
  if (submitted.code !== 0) throw new Error(submitted.msg);
  await control("POST", `/pay/orders/${(await findPayOrder(payOrderId))!.no}/settle`, {});
  await runJobs();
}

/** A recharge that is paid and credited. */
export async function buildPaidRecharge(
  body: { payPrice?: number; packageId?: number } = {},
  owner?: BuiltMember,
): Promise<BuiltRecharge> {
  const built = await buildRecharge(body, owner);
  await payRecharge(built);
  return built;
}

export const reload = async (rechargeId: number): Promise<RechargeDoc> => (await findRecharge(rechargeId))!;

/** A refund begun by an operator, and under way at the channel until it is settled; answers its id. */
export async function beginHeldRefund(rechargeId: number): Promise<number> {
  await control("PUT", "/faults", { platform: "wechatpay", mode: "hold", count: 1 });
  const operator = await buildOperator(["pay:wallet-recharge:refund"]);
  const reply = await operator.client.post(`/admin-api/pay/wallet-recharge/refund?id=${rechargeId}`);
  if (reply.code !== 0) throw new Error(reply.msg);
  await runJobs();
  return reply.data;
}

/** The channel ends a refund, and what follows is run. */
export async function settleRefund(
  refundId: number,
  outcome: "success" | "closed" | "abnormal",
  { force = false } = {},
): Promise<void> {
  const { no } = (await PayRefundModel.findById(refundId).lean())!;
  await control("POST", `/pay/refunds/${no}/settle`, { outcome, force });
  await runJobs();
}
