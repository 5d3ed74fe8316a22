import type { SandboxClient, ShopClient } from "./shopClient.js";
import type { Who } from "./signInAndAddress.js";
import { until } from "./walk.js";

/** A signed-in member with an address. */
export interface Shopper extends Who {
  client: ShopClient;
}
/** The other sides of the counter. */
export interface Shop {
  operator: ShopClient;
  sandbox: SandboxClient;
}

export interface Basket {
  items: { skuId: number; count: number }[];
  deliveryType: number;
  addressId: number;
  pointStatus: boolean;
  couponId?: number;
  /** The activity, as an order names it. */
  type?: number;
  seckillActivityId?: number;
  combinationActivityId?: number;
  combinationHeadId?: number;
  bargainRecordId?: number;
  pointActivityId?: number;
}
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
}

export const basketOf = ({ addressId }: Shopper, skuId: number, count = 1): Basket => ({
  items: [{ skuId, count }],
  deliveryType: 1,
  addressId,
  pointStatus: false,
});

export const settle = ({ client }: Shopper, basket: Basket): Promise<Settlement> =>
  client.post<Settlement>("/app-api/trade/order/settlement", basket);

export const order = ({ client }: Shopper, basket: Basket): Promise<PlacedOrder> =>
  client.post<PlacedOrder>("/app-api/trade/order/create", basket);

export const orderDetail = ({ client }: Shopper, id: number): Promise<OrderDetail> =>
  client.get<OrderDetail>(`/app-api/trade/order/getOrderDetail?id=${id}`);

export const pointsOf = async ({ client }: Shopper): Promise<number> =>
  (await client.get<{ point: number }>("/app-api/member/user/get")).point;

export const balanceOf = async ({ client }: Shopper): Promise<number> =>
  (await client.get<{ balance: number }>("/app-api/pay/wallet/get")).balance;

/** How a pay order is to be paid: by scan, unless `more` says another way. */
export const submission = ({ client, userId }: Shopper, payOrderId: number | null, more: object = {}) => ({
  id: payOrderId,
  userId,
  channelCode: "social_native",
  displayMode: "qr_code",
  returnUrl: `${client.baseUrl}/paid`,
  ...more,
});

/** Asks for the code to scan; answers the attempt's number at the channel. */
export async function openCode(shopper: Shopper, payOrderId: number | null, more: object = {}): Promise<string> {
  const { client } = shopper;
  await client.post("/app-api/pay/order/submit", submission(shopper, payOrderId, more));
  return (await client.get<{ no: string }>(`/app-api/pay/order/get?id=${payOrderId}&sync=false`)).no;
}

/** Scans the code and waits until the shop knows of the payment. */
export async function payByScan(
  shopper: Shopper,
  sandbox: SandboxClient,
  placed: PlacedOrder,
  more: object = {},
): Promise<OrderDetail> {
  const no = await openCode(shopper, placed.payOrderId, more);
  await sandbox.post(`/sandbox/pay/orders/${no}/settle`, { outcome: "success" });
  return until("the payment", async () => {
    const detail = await orderDetail(shopper, placed.id);
    return detail.payStatus ? detail : undefined;
  });
}
