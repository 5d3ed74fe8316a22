import type { BodyOf, Operation } from "../../../client/src/index";
import { OrderType } from "../shop.states";
import { shop } from "../shop";

type Body = BodyOf<Operation<"/app-api/trade/order/create", "post">>;
/** What is ordered, before coupon, points and address. */
export type Basket = Pick<
  Body,
  | "items"
  | "type"
  | "seckillActivityId"
  | "combinationActivityId"
  | "combinationHeadId"
  | "bargainRecordId"
  | "pointActivityId"
>;

/** What the address of the checkout names: one variant, an offer's, or, without one, what is selected in the cart. */
export async function readBasket(query: URLSearchParams): Promise<Basket> {
  const number = (name: string): number | undefined => Number(query.get(name)) || undefined;
  const skuId = number("sku");
  if (skuId === undefined) {
    const { validList } = await shop().get("/app-api/trade/cart/list");
    const items = validList
      .filter(({ selected }) => selected)
      .map(({ id, sku, count }) => ({ skuId: sku.id, count, cartId: id }));
    return { items, type: OrderType.normal };
  }
  const items = [{ skuId, count: number("count") ?? 1 }];
  const [seckill, group, head, bargain, points] = ["seckill", "group", "head", "bargain", "points"].map(number);
  if (seckill) return { items, type: OrderType.seckill, seckillActivityId: seckill };
  if (group)
    return {
      items,
      type: OrderType.group,
      combinationActivityId: group,
      ...(head ? { combinationHeadId: head } : {}),
    };
  if (bargain) return { items, type: OrderType.bargain, bargainRecordId: bargain };
  if (points) return { items, type: OrderType.points, pointActivityId: points };
  return { items, type: OrderType.normal };
}
