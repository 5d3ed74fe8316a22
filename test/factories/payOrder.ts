import { randomInt } from "node:crypto";
import { findPayOrder, openPayOrder, type PayOrderDoc } from "#shared/domains/pay/index.js";
import type { PayOrderInput } from "#shared/domains/pay/order/openPayOrder.js";
import { clock, hours } from "#shared/kernel/time/clock.js";
import { PayAppId } from "#shared/domains/pay/channel/payChannel.codes.js";
import { buildMember, type BuiltMember } from "./member.js";
import { payAppsAreThere } from "./payApps.js";

export interface BuiltPayOrder extends BuiltMember {
  order: PayOrderDoc;
}

/** A waiting pay order of the mall, of a new member unless one is given. */
export async function buildPayOrder(
  overrides: Partial<PayOrderInput> = {},
  owner?: BuiltMember,
): Promise<BuiltPayOrder> {
  await payAppsAreThere();
  const built = owner ?? (await buildMember());
  const { _id } = await openPayOrder({
    appId: PayAppId.mall,
    merchantOrderId: `O${Date.now()}${randomInt(1_000_000)}`,
    memberId: built.member._id,
    subject: "两件商品",
    body: "two goods",
    priceFen: 1_999,
    expireAt: clock.after(hours(2)),
    isVirtual: false,
    userIp: "127.0.0.1",
    ...overrides,
  });
  return { ...built, order: (await findPayOrder(_id))! };
}

/** What a client sends to submit a pay order by QR code. */
export const submitBody = (order: PayOrderDoc, overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: order._id,
  userId: order.memberId,
  channelCode: "social_native",
  displayMode: "qr_code",
  returnUrl: "http://127.0.0.1:8080/paid",
  ...overrides,
});
