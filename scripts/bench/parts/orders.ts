import { PayStatus } from "#shared/domains/pay/order/payOrder.states.js";
import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import type { Load, Shopper } from "../load.js";
import { fillWallets, makeMembers, stockUp, type BenchMember } from "../shoppers.js";
import { beside, sideBySide } from "../sideBySide.js";
import type { Table } from "../tables.js";

const CLIENTS = 16;

/** Settlement, order, wallet payment: one walk is one whole order; the worker runs its jobs meanwhile. */
export async function benchOrders(deployment: Deployment, pace: Pace): Promise<Table> {
  const members = await makeMembers(deployment, CLIENTS);
  await fillWallets(deployment, members, 1_000_000_000);
  const skuIds = await stockUp(deployment, 60, 1_000_000);
  const bare = async (shopper: Shopper, turn: number): Promise<void> => {
    const basket = { skuId: skuOf(skuIds, shopper, turn), addressId: members[shopper.number]!.addressId };
    await shopper.post("/settle", basket);
    const { payOrderId } = (await shopper.post("/order", basket)) as { payOrderId: number };
    await shopper.post("/pay", { id: payOrderId });
  };

  return sideBySide(deployment, pace, {
    title: "Whole orders",
    note: `${CLIENTS} clients: settlement, create, wallet submit; times are of the three together. bare: the same rows in two transactions, without prices, jobs and events.`,
    tokens: members.map(({ token }) => token),
    pairs: [beside("order", [orderWalk(deployment, members, skuIds), bare])],
  });
}

const skuOf = (skuIds: readonly number[], { number }: Shopper, turn: number): number =>
  skuIds[(turn * 7 + number) % skuIds.length]!;

/** From the settlement to the paid order, by wallet. */
export function orderWalk(
  { url }: Pick<Deployment, "url">,
  members: readonly BenchMember[],
  skuIds: readonly number[],
): Load["walk"] {
  return async (shopper, turn) => {
    await buy({ url }, shopper, members[shopper.number]!, skuOf(skuIds, shopper, turn));
  };
}

/** One piece, bought from the wallet; `more` is what an activity adds to the basket. Returns the order's id. */
export async function buy(
  { url }: Pick<Deployment, "url">,
  shopper: Pick<Shopper, "post">,
  { addressId, memberId }: BenchMember,
  skuId: number,
  more: object = {},
): Promise<number> {
  const items = [{ skuId, count: 1 }];
  const basket = { items, addressId, deliveryType: DeliveryType.express, pointStatus: false, ...more };
  await shopper.post("/app-api/trade/order/settlement", basket);
  const placed = (await shopper.post("/app-api/trade/order/create", basket)) as { id: number; payOrderId: number };
  const payment = {
    id: placed.payOrderId,
    userId: memberId,
    channelCode: "wallet",
    displayMode: "app",
    returnUrl: `${url}/paid`,
  };
  const { status } = (await shopper.post("/app-api/pay/order/submit", payment)) as { status: number };
  if (status !== PayStatus.paid) throw new Error(`the wallet payment answered status ${status}`);
  return placed.id;
}
