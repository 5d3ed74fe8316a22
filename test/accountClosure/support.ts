import { expect } from "chai";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import type { BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { settle } from "#test/pay/support.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

/** With the code of an SMS where the wallet holds money. */
export const logoff = ({ client }: Pick<BuiltMember, "client">, code?: string) =>
  client.post("/app-api/member/user/logoff", code === undefined ? {} : { code });
export const gone = { status: 200, code: 0, data: true };
export const signIn = (mobile: string) => stranger.post("/app-api/member/auth/dev-login", { mobile });

/** Paid at the sandbox (or as `body` says), shipped and received. */
export async function buildCompleted(
  owner?: BuiltMember,
  body: Record<string, unknown> = {},
): Promise<BuiltOrder & { no: string }> {
  const built = await buildUnpaidOrder(owner ? { owner } : {});
  const payOrder = (await findPayOrder(built.payOrderId))!;
  const submitted = await built.client.post("/app-api/pay/order/submit", submitBody(payOrder, body));
  expect(submitted, submitted.msg).to.include({ code: 0 });
  const { no } = (await findPayOrder(built.payOrderId))!;
  if (submitted.data.status !== 10) await settle(no!);
  await runJobs();
  const { client } = await buildOperator();
  const id = built.order._id;
  const shipment = { id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
  expect(await client.put("/admin-api/trade/order/delivery", shipment)).to.include({ code: 0 });
  expect(await built.client.post("/app-api/trade/order/receive", { id })).to.include({ code: 0 });
  await runJobs();
  return { ...built, ...(await reloadOrder(id)), no: no! };
}

export async function ready(): Promise<void> {
  await startService();
  await seedDelivery();
}
