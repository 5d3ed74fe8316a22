import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { MemberClient, OperatorClient, SandboxClient, Sent } from "./shopClient.js";
import type { Who } from "./people/signInAndAddress.js";
import { has } from "./offered.js";
import { needed, until } from "./walk.js";

/** A signed-in member with an address. */
export interface Shopper extends Who {
  client: MemberClient;
}
/** The shop's operator and the sandbox. */
export interface Shop {
  operator: OperatorClient;
  sandbox: SandboxClient;
}

export type Basket = Sent<"/app-api/trade/order/create">;
type Submission = Sent<"/app-api/pay/order/submit">;
export interface Price {
  totalPrice: number;
  discountPrice: number;
  deliveryPrice: number;
  couponPrice: number;
  pointPrice: number;
  vipPrice: number;
  payPrice: number;
}
export interface Settlement {
  price: Price;
  usePoint: number;
  totalPoint: number;
  coupons: { id: number; name: string; match: boolean; mismatchReason: string | null }[];
  promotions: { type: number; name: string; discountPrice: number; match: boolean }[];
}
export interface PlacedOrder {
  id: number;
  payOrderId: number | null;
}
export interface OrderDetail extends Price {
  id: number;
  no: string;
  type: number;
  status: number;
  payStatus: boolean;
  payOrderId: number | null;
  refundStatus: number;
  refundPrice: number;
  couponId: number | null;
  combinationRecordId: number | null;
  items: { id: number; spuId: number; skuId: number; count: number; payPrice: number; afterSaleStatus: number }[];
  parcels: { logisticsNo: string; items: { count: number }[] }[];
}

export const basketOf = ({ addressId }: Shopper, skuId: number, count = 1): Basket => ({
  items: [{ skuId, count }],
  deliveryType: DeliveryType.express,
  addressId,
  pointStatus: false,
});

export const settle = ({ client }: Shopper, basket: Basket): Promise<Settlement> =>
  client.post("/app-api/trade/order/settlement", basket);

export const order = ({ client }: Shopper, basket: Basket): Promise<PlacedOrder> =>
  client.post("/app-api/trade/order/create", basket);

export const orderDetail = ({ client }: Shopper, id: number): Promise<OrderDetail> =>
  client.get("/app-api/trade/order/getOrderDetail", { id });

export const pointsOf = async ({ client }: Shopper): Promise<number> =>
  (await client.get("/app-api/member/user/get")).point;

export const balanceOf = async ({ client }: Shopper): Promise<number> =>
  (await client.get("/app-api/pay/wallet/get")).balance;

/** By a code to scan, or on a web page where the shop has no such code. */
const usualWay = (): Pick<Submission, "channelCode" | "displayMode"> =>
  has("wechatpay")
    ? { channelCode: "social_native", displayMode: "qr_code" }
    : { channelCode: "payplat_pc", displayMode: "url" };

/** How to pay a pay order: by scan, unless `more` sets another way. */
export const submission = (
  { client, userId }: Shopper,
  payOrderId: number | null,
  more: Partial<Submission> = {},
): Submission => ({
  id: needed(payOrderId, "a pay order"),
  userId,
  ...usualWay(),
  returnUrl: `${client.baseUrl}/paid`,
  ...more,
});

/** Requests the code to scan; returns the attempt's number at the channel. */
export async function openCode(
  shopper: Shopper,
  payOrderId: number | null,
  more?: Partial<Submission>,
): Promise<string> {
  const { client } = shopper;
  const body = submission(shopper, payOrderId, more);
  await client.post("/app-api/pay/order/submit", body);
  return needed((await client.get("/app-api/pay/order/get", { id: body.id, sync: false })).no, "the attempt's number");
}

/** Scans the code and waits until the shop has recorded the payment. */
export async function payByScan(
  shopper: Shopper,
  sandbox: SandboxClient,
  placed: PlacedOrder,
  more?: Partial<Submission>,
): Promise<OrderDetail> {
  const no = await openCode(shopper, placed.payOrderId, more);
  await sandbox.post(`/sandbox/pay/orders/${no}/settle`, { outcome: "success" });
  return until("the payment", async () => {
    const detail = await orderDetail(shopper, placed.id);
    return detail.payStatus ? detail : undefined;
  });
}
