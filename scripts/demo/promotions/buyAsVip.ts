import { CouponStatus } from "#shared/domains/promotion/coupon/coupon.states.js";
import { becomeVip } from "./becomeVip.js";
import {
  basketOf,
  order,
  orderDetail,
  payByScan,
  pointsOf,
  settle,
  type OrderDetail,
  type Price,
  type Settlement,
  type Shop,
  type Shopper,
} from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { couponsOf, takeCoupons, type TakenCoupons } from "./takeCoupons.js";
import { expect, step, yuan } from "../walk.js";

interface Rules {
  pointTradeDeductEnable: boolean;
  pointTradeDeductUnitPrice: number;
  pointTradeGivePoint: number;
}
const COUNT = 2;

/** Level, coupon and points on one order: the settlement's sums, what is used up, what the payment awards. */
export async function buyAsVip(shopper: Shopper, shop: Shop, product: Product): Promise<OrderDetail> {
  const { percent } = await becomeVip(shopper, shop);
  const coupons = await takeCoupons(shopper, shop, product);
  const rules = await shop.operator.get<Rules>("/admin-api/member/config/get");
  const plain = basketOf(shopper, product.skuId, COUNT);
  await step(
    "settle: the level's price",
    async () => {
      const { price } = await settle(shopper, plain);
      const total = product.price * COUNT;
      expect(price.totalPrice === total, "the total is not the list price");
      expect(price.vipPrice === total - Math.round((total * percent) / 100), "the level takes off another amount");
      addsUp(price);
      return price;
    },
    ({ totalPrice, vipPrice }) => `${yuan(totalPrice)}, ${yuan(vipPrice)} off for the level`,
  );
  await showCoupons(shopper, plain, coupons);
  const basket = { ...plain, couponId: coupons.fits.id, pointStatus: true };
  const settled = await step(
    "settle with coupon and points: the sums add up",
    async () => {
      const settlement = await settle(shopper, basket);
      const { price, usePoint } = settlement;
      addsUp(price);
      expect(price.couponPrice === coupons.fits.valueFen, `the coupon takes off ${price.couponPrice}`);
      expect(price.pointPrice === usePoint * rules.pointTradeDeductUnitPrice, "the points have another worth");
      expect(!rules.pointTradeDeductEnable || usePoint > 0, "no points are used");
      return settlement;
    },
    ({ price, usePoint }) => `${shownParts(price)}, ${usePoint} points`,
  );
  return placeAndPay(shopper, shop, { basket, settled, coupons });
}

async function showCoupons(
  shopper: Shopper,
  basket: ReturnType<typeof basketOf>,
  { fits, tooLarge }: TakenCoupons,
): Promise<void> {
  const { coupons } = await settle(shopper, basket);
  await step("its coupons: one fits", async () => {
    const row = coupons.find(({ id }) => id === fits.id);
    expect(row?.match === true && row.mismatchReason === null, "the coupon does not fit");
  });
  await step(
    "the other does not, and says why",
    async () => {
      const row = coupons.find(({ id }) => id === tooLarge.id);
      expect(row?.match === false && Boolean(row.mismatchReason), "the large one fits, or gives no reason");
      return row;
    },
    ({ mismatchReason }) => mismatchReason ?? "",
  );
}

interface Purchase {
  basket: ReturnType<typeof basketOf>;
  settled: Settlement;
  coupons: TakenCoupons;
}

async function placeAndPay(
  shopper: Shopper,
  { operator, sandbox }: Shop,
  { basket, settled: { price, usePoint }, coupons }: Purchase,
): Promise<OrderDetail> {
  const before = await pointsOf(shopper);
  const placed = await step(
    "place it: as settled; coupon and points are used",
    async () => {
      const created = await order(shopper, basket);
      const detail = await orderDetail(shopper, created.id);
      for (const part of Object.keys(price) as (keyof Price)[])
        expect(detail[part] === price[part], `${part} is ${detail[part]}, it was settled as ${price[part]}`);
      const items = detail.items.reduce((sum, { payPrice }) => sum + payPrice, 0);
      expect(items === detail.payPrice, "the items do not add up to the order");
      const used = await couponsOf(shopper, CouponStatus.used);
      expect(
        used.some(({ id, useOrderId }) => id === coupons.fits.id && useOrderId === created.id),
        "the coupon is not used",
      );
      expect((await pointsOf(shopper)) === before - usePoint, "the points are not used");
      return created;
    },
    ({ id }) => `order ${id}, ${usePoint} points used`,
  );
  const paid = await step(
    "pay it by scan",
    () => payByScan(shopper, sandbox, placed),
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
  await step(
    "the payment gives points",
    async () => {
      const { givePoint } = await operator.get<{ givePoint: number }>(
        `/admin-api/trade/order/get-detail?id=${placed.id}`,
      );
      const now = await pointsOf(shopper);
      expect(now === before - usePoint + givePoint, `the member has ${now} points`);
      const records = await recordsOf(shopper, paid.no);
      expect(
        records.reduce((sum, { point }) => sum + point, 0) === givePoint - usePoint,
        "the records do not add up to what was used and given",
      );
      return records;
    },
    (records) => records.map(({ title, point }) => `${title} ${point}`).join(", "),
  );
  return paid;
}

/** Each change of the member's points that an order made. */
export async function recordsOf(
  { client }: Shopper,
  orderNo: string,
): Promise<{ title: string; description: string; bizType: number; point: number }[]> {
  const page = await client.post("/app-api/member/point/record/page", { pageNo: 1, pageSize: 100 });
  return page.list.filter(({ description }) => description.includes(orderNo));
}

function addsUp({
  totalPrice,
  discountPrice,
  vipPrice,
  couponPrice,
  pointPrice,
  deliveryPrice,
  payPrice,
}: Price): void {
  const sum = totalPrice - discountPrice - vipPrice - couponPrice - pointPrice + deliveryPrice;
  expect(payPrice === sum, `the parts add up to ${sum}, to pay is ${payPrice}`);
}

const shownParts = ({ totalPrice, discountPrice, vipPrice, couponPrice, pointPrice, payPrice }: Price): string =>
  [totalPrice, -discountPrice, -vipPrice, -couponPrice, -pointPrice]
    .filter((fen) => fen !== 0)
    .map((fen) => (fen / 100).toFixed(2))
    .join(" ")
    .concat(` = ${(payPrice / 100).toFixed(2)}`);
