import { updateEach } from "#scripts/deployment/eachRow.js";
import { expect } from "chai";
import { insertRows } from "./insertRows.js";
import type { Deployment } from "./deployment.js";
import { call, type Shopper } from "./shoppers.js";

/*
 * Points, coupons and a flash sale of the deployment's buyers, written straight into its database with the records that belong
 * to them. Their ids are those of the members, which no counter reaches.
 */

type Buyer = Pick<Shopper, "memberId">;
const stamps = () => ({ createdAt: new Date(), updatedAt: new Date() });
const insert = (deployment: Deployment, name: string, rows: object[]) => insertRows(deployment.db, name, rows);
const find = <T extends object>(deployment: Deployment, name: string, filter: object) =>
  deployment.db.collection(name).find(filter).toArray() as unknown as Promise<T[]>;

export async function signInOperator(deployment: Deployment): Promise<{ token: string }> {
  const credentials = { username: "operator", password: deployment.env["OPERATOR_PASSWORD"] };
  const { data, msg } = await call(deployment, { token: "" }, "/admin-api/system/auth/login", credentials);
  expect(data, msg).to.include.keys("accessToken");
  return { token: data.accessToken };
}

/** From now on a point takes 1 fen off, and orders give none. */
export async function takePoints(deployment: Deployment, operator: { token: string }): Promise<void> {
  const { code, msg } = await call(
    deployment,
    operator,
    "/admin-api/member/config/save",
    {
      pointTradeDeductEnable: true,
      pointTradeDeductUnitPrice: 1,
      pointTradeDeductMaxPrice: null,
      pointTradeGivePoint: 0,
    },
    { method: "PUT" },
  );
  expect(code, msg).to.equal(0);
}

export async function givePoints(deployment: Deployment, buyers: Buyer[], point: number): Promise<void> {
  const memberIds = buyers.map(({ memberId }) => memberId);
  const members = deployment.db.collection<{ _id: number }>("members");
  await updateEach(members, { _id: { $in: memberIds } }, { $set: { point } });
  await insert(
    deployment,
    "pointRecords",
    memberIds.map((memberId) => ({
      _id: memberId,
      memberId,
      bizType: 2,
      bizId: `faults-${memberId}`,
      title: null,
      description: null,
      point,
      totalPoint: point,
      ...stamps(),
    })),
  );
}

/** A coupon of one yuan for each, of one kind; its id is the member's. */
export async function giveCoupons(deployment: Deployment, buyers: Buyer[]): Promise<void> {
  const templateId = buyers[0]!.memberId;
  const terms = {
    name: "Faults",
    takeType: 2,
    usePriceFen: 0,
    productScope: 1,
    scopeValues: [],
    discountType: 1,
    discountPercent: null,
    discountFen: 100,
    discountLimitFen: null,
  };
  const template = { validityType: 2, validStartAt: null, validEndAt: null, fixedStartDays: 0, fixedEndDays: 1 };
  const counts = { status: 0, totalCount: buyers.length, takeLimitCount: 1, takeCount: buyers.length };
  await insert(deployment, "couponTemplates", [
    { _id: templateId, ...terms, nameTerms: [], description: "", ...template, ...counts, ...stamps() },
  ]);
  const now = Date.now();
  const valid = { validStartAt: new Date(now - 60_000), validEndAt: new Date(now + 86_400_000) };
  await insert(
    deployment,
    "coupons",
    buyers.map(({ memberId }) => ({
      _id: memberId,
      memberId,
      templateId,
      ...terms,
      status: 1,
      ...valid,
      orderId: null,
      usedAt: null,
      giveOrderId: null,
      ...stamps(),
    })),
  );
}

/** A flash sale of so many pieces of a SKU that runs now; answers its id. */
export async function startSeckill(deployment: Deployment, skuId: number, stock: number): Promise<number> {
  const [sku] = await find<{ spuId: number }>(deployment, "skus", { _id: skuId });
  const { spuId } = sku!;
  const slots = await find<{ _id: number }>(deployment, "seckillConfigs", {});
  const _id = skuId;
  const now = Date.now();
  const period = { startAt: new Date(now - 60_000), endAt: new Date(now + 86_400_000) };
  const rules = { configIds: slots.map((slot) => slot._id), totalLimitCount: null, singleLimitCount: 1 };
  await insert(deployment, "activities", [
    { _id, kind: 1, name: "Faults", remark: "", sort: 0, spuId, status: 0, ...period, rules, ...stamps() },
  ]);
  const offer = { priceFen: 990, point: 0, limitCount: null, stock, taken: 0, isOpen: true };
  await insert(deployment, "activityGoods", [{ _id, kind: 1, activityId: _id, spuId, skuId, ...offer, ...stamps() }]);
  return _id;
}

/** What is left and what was taken of a SKU, in a flash sale or in the shop. */
export async function stockOf(deployment: Deployment, { activityId, skuId }: { activityId?: number; skuId: number }) {
  if (activityId !== undefined) {
    const [row] = await find<{ stock: number; taken: number }>(deployment, "activityGoods", { activityId, skuId });
    return [row!.stock, row!.taken];
  }
  const [row] = await find<{ stock: number; reserved: number; sold: number }>(deployment, "skus", { _id: skuId });
  return [row!.stock, row!.reserved + row!.sold];
}

export async function pointsOf(deployment: Deployment, { memberId }: Buyer): Promise<number> {
  const [member] = await find<{ point: number }>(deployment, "members", { _id: memberId });
  return member!.point;
}

/** The order that has the buyer's coupon; null: it is unused. */
export async function couponOrderOf(deployment: Deployment, { memberId }: Buyer): Promise<number | null> {
  const [coupon] = await find<{ status: number; orderId: number | null }>(deployment, "coupons", { _id: memberId });
  expect([1, 2]).to.include(coupon!.status);
  expect(coupon!.orderId === null).to.equal(coupon!.status === 1);
  return coupon!.orderId;
}

/** What the store was asked to do so far, by everyone. */
export async function operationsOf(deployment: Deployment): Promise<{ reads: number; writes: number }> {
  const { opcounters } = (await deployment.db.db!.admin().command({ serverStatus: 1 })) as unknown as {
    opcounters: Record<"insert" | "query" | "update" | "delete", number>;
  };
  const { insert: inserts, query, update, delete: deletes } = opcounters;
  return { reads: query, writes: inserts + update + deletes };
}
