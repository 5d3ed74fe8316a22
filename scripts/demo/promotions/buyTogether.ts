import { GroupStatus } from "#shared/domains/promotion/activity/activity.states.js";
import { AfterSaleWay } from "#shared/domains/trade/afterSale/afterSale.states.js";
import { OrderType } from "#shared/domains/trade/order/order.states.js";
import { basketOf, order, orderDetail, payByScan, settle, type Basket, type Shop, type Shopper } from "../shopper.js";
import type { Product } from "../office/stockTheShop.js";
import { expect, needed, step, until, yuan } from "../walk.js";

interface GroupRecord {
  id: number;
  headId: number;
  isHead: boolean;
  nickname: string;
  status: number;
  userSize: number;
  userCount: number;
}
const GROUP_FEN = 9_900;
/** 1011000022, 1011000116, 1013011003. */
const GROUP_NOT_COMPLETE = 1_011_000_022;
const GROUP_IN_PROGRESS = 1_011_000_116;
const GROUP_FULL = 1_013_011_003;

/** Two members buy as a group: the first pays and waits, the second joins, both get the group's price. */
export async function buyTogether(
  head: Shopper,
  friend: Shopper,
  { operator, sandbox }: Shop,
  product: Product,
): Promise<void> {
  const activityId = await step(
    "the operator opens a group-buy for two",
    () =>
      operator.post<number>("/admin-api/promotion/combination-activity/create", {
        name: "Teapots for two",
        spuId: product.spuId,
        startTime: Date.now() - 60_000,
        endTime: Date.now() + 86_400_000,
        userSize: 2,
        limitDuration: 1,
        singleLimitCount: 1,
        products: [{ skuId: product.skuId, combinationPrice: GROUP_FEN }],
      }),
    (id) => `activity ${id}, ${yuan(GROUP_FEN)} each`,
  );
  const basket = (who: Shopper): Basket => ({
    ...basketOf(who, product.skuId),
    type: OrderType.group,
    combinationActivityId: activityId,
  });
  const first = await step(
    "the first member settles, orders and pays",
    () => buy(head, basket(head), sandbox),
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
  const headId = await step(
    "the group is open: one of two",
    async () => {
      const [group] = await groupsOf(head, activityId, GroupStatus.open);
      expect(group?.isHead === true && group.userCount === 1, "the group does not wait for one more");
      expect(group.id === first.combinationRecordId, "the order does not name its record");
      return group.id;
    },
    (id) => `record ${id}`,
  );
  await step("meanwhile neither shipped nor given back", async () => {
    await operator.refused(GROUP_NOT_COMPLETE, "PUT", "/admin-api/trade/order/delivery", {
      id: first.id,
      logisticsId: 0,
    });
    await head.client.refused(GROUP_IN_PROGRESS, "POST", "/app-api/trade/after-sale/create", {
      orderItemId: first.items[0]?.id,
      way: AfterSaleWay.refundOnly,
      refundPrice: 1,
      applyReason: "Changed my mind",
    });
  });
  await step(
    "the friend joins and pays",
    () => buy(friend, { ...basket(friend), combinationHeadId: headId }, sandbox),
    ({ no, payPrice }) => `${no} ${yuan(payPrice)}`,
  );
  await step(
    "the group has succeeded; the list shows it",
    () =>
      until("the group's success", async () => {
        const group = (await groupsOf(head, activityId, GroupStatus.succeeded)).find(({ id }) => id === headId);
        return group?.userCount === 2 ? group : undefined;
      }),
    ({ userCount, userSize }) => `${userCount} of ${userSize}`,
  );
  await step(
    "both stand in it",
    async () => {
      const { combinationRecordId } = await orderDetail(head, first.id);
      const { members } = await head.client.get("/app-api/promotion/combination-record/get", {
        id: needed(combinationRecordId, "the group-buy"),
      });
      expect(
        members.length === 2 && members.every(({ status }) => status === GroupStatus.succeeded),
        "not both have succeeded",
      );
      return members;
    },
    (members) => members.map(({ nickname }) => nickname).join(", "),
  );
  await step(
    "nobody else can join",
    () =>
      head.client.refused(GROUP_FULL, "POST", "/app-api/trade/order/create", {
        ...basket(head),
        combinationHeadId: headId,
      }),
    (message) => message,
  );
  await step("now it may be shipped", () =>
    operator.put("/admin-api/trade/order/delivery", { id: first.id, logisticsId: 0 }),
  );
  await step("the operator closes the group-buy", () =>
    operator.put("/admin-api/promotion/combination-activity/close", { id: activityId }),
  );
}

async function buy(who: Shopper, basket: Basket, sandbox: Shop["sandbox"]): ReturnType<typeof payByScan> {
  const { price } = await settle(who, basket);
  expect(price.payPrice === GROUP_FEN + price.deliveryPrice, `to pay is ${price.payPrice}`);
  const paid = await payByScan(who, sandbox, await order(who, basket));
  expect(paid.type === OrderType.group && paid.payPrice === price.payPrice, "the order is not as settled");
  return paid;
}

const groupsOf = ({ client }: Shopper, activityId: number, status: GroupStatus): Promise<GroupRecord[]> =>
  client.get("/app-api/promotion/combination-record/list", { activityId, status });
