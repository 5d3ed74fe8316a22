import { expect } from "chai";
import { ReviewModel } from "#shared/domains/catalog/review/review.model.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import { OrderLogModel } from "#shared/domains/trade/log/orderLog.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { reviewDueOrders } from "#shared/domains/trade/order/reviewOrderItem.js";
import { sweepUnreviewedOrdersJob } from "#shared/domains/trade/trade.jobs.js";
import { days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { withContext } from "#shared/kernel/request/context.js";
import { config } from "#shared/kernel/config/config.js";
import {
  arrive,
  buildAfterSale,
  buildAfterSaleOperator,
  buildTwoItems,
  decide,
  ship,
} from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { buildReceivedOrder } from "#test/factories/shipment.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const ITEM = "/app-api/trade/order/item/get";
const REVIEW = "/app-api/trade/order/item/createOrderItemComment";
const review = (orderItemId: number, more: object = {}): object => ({
  orderItemId,
  anonymous: false,
  descriptionScores: 5,
  benefitScores: 4,
  content: "很好",
  picUrls: ["public/review/c.png"],
  ...more,
});
const twoItems = async () => {
  const skuIds = [(await buildSpu()).skuIds[0]!, (await buildSpu()).skuIds[0]!];
  return buildReceivedOrder({ body: { items: skuIds.map((skuId) => ({ skuId, count: 1 })) } });
};

describe("an item of an order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });

  it("has every field of the interface", async () => {
    const { client, items, order } = await buildUnpaidOrder({ count: 2 });
    const { code, data } = await client.post(ITEM, { id: items[0]!._id });
    expect(code).to.equal(0);
    expect(data).to.deep.equal({
      id: items[0]!._id,
      orderId: order._id,
      spuId: items[0]!.spuId,
      spuName: items[0]!.spuName,
      skuId: items[0]!.skuId,
      properties: [{ propertyId: 0, propertyName: "Default", valueId: 0, valueName: "Default" }],
      picUrl: data.picUrl,
      count: 2,
      leftCount: 2,
      sentCount: 0,
      commentStatus: false,
      price: 9_900,
      payPrice: 19_800,
      refundPrice: 0,
      afterSaleId: null,
      afterSaleStatus: 0,
    });
    expect(data.picUrl).to.match(/^http/);
  });

  it("is absent for others and once its order is deleted", async () => {
    const { client, items, order } = await buildUnpaidOrder();
    const id = items[0]!._id;
    const other = await buildMember();
    const foreign = await other.client.post(ITEM, { id });
    const absent = await other.client.post(ITEM, { id: 999_999_999 });
    expect([foreign.code, foreign.data, foreign.msg]).to.deep.equal([1011000010, null, absent.msg]);
    expect((await stranger.post(ITEM, { id })).status).to.equal(401);
    expect((await client.post(ITEM, { id: { $gt: "" } })).status).to.equal(400);
    await OrderModel.updateOne({ _id: order._id }, { $set: { deletedAt: new Date() } });
    expect((await client.post(ITEM, { id })).code).to.equal(1011000010);
  });
});

describe("reviewing an order's items", () => {
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
  });
  afterEach(() => heldClock.release());

  it("keeps each review with its item, and the last one ends the order's", async () => {
    const { client, items, order, member } = await twoItems();
    const [first, second] = items as [(typeof items)[0], (typeof items)[0]];
    // What an upload answered is kept by its key: a move of the store takes it along.
    const picUrls = [`${config.MEDIA_BASE_URL}/public/review/a.png`];
    const reply = await client.post(REVIEW, review(first._id, { anonymous: true, picUrls }));
    expect(reply.code, reply.msg).to.equal(0);
    const stored = (await ReviewModel.findById(reply.data).lean())!;
    expect(stored).to.include({
      orderItemId: first._id,
      memberId: member._id,
      spuId: first.spuId,
      anonymous: true,
      descriptionScores: 5,
      benefitScores: 4,
      content: "很好",
    });
    expect(stored.picUrls).to.deep.equal(["public/review/a.png"]);
    let now = await reloadOrder(order._id);
    expect(now.order).to.include({ commentStatus: false, finishAt: null });
    expect(now.items.map((item) => item.commentStatus)).to.deep.equal([true, false]);
    expect((await client.post(REVIEW, review(first._id))).code).to.equal(1008007001);
    expect((await client.post(REVIEW, review(second._id))).code).to.equal(0);
    now = await reloadOrder(order._id);
    expect(now.order.commentStatus).to.equal(true);
    expect(now.order.finishAt).to.be.instanceOf(Date);
    const again = await client.post(REVIEW, review(first._id));
    expect([again.code, again.data]).to.deep.equal([1011000020, null]);
    const { data } = await client.get(`/app-api/trade/order/getOrderDetail?id=${order._id}`);
    expect(data.commentStatus).to.equal(true);
    expect(data.finishTime).to.equal(String(now.order.finishAt!.getTime()));
  });

  it("both at the same moment still end the order's review, and an item takes one", async () => {
    const { client, items, order } = await twoItems();
    const wanted = items.flatMap((item) => [item._id, item._id, item._id]);
    const replies = await Promise.all(wanted.map((id) => client.post(REVIEW, review(id))));
    expect(replies.filter(({ code }) => code === 0)).to.have.length(2);
    expect((await reloadOrder(order._id)).order.commentStatus).to.equal(true);
    expect(await ReviewModel.countDocuments({ orderId: order._id })).to.equal(2);
  });

  it("needs a completed order of one's own, and whole scores from 1 to 5 as numbers", async () => {
    const { client, items } = await buildPaidOrder();
    const id = items[0]!._id;
    expect((await client.post(REVIEW, review(id))).code).to.equal(1011000019);
    const other = await buildMember();
    expect((await other.client.post(REVIEW, review(id))).code).to.equal(1011000010);
    expect((await stranger.post(REVIEW, review(id))).status).to.equal(401);
    const faults: [object, string][] = [
      ...[0, 6, 4.5, "5", { $gt: "" }].flatMap((value): [object, string][] => [
        [{ descriptionScores: value }, "descriptionScores"],
        [{ benefitScores: value }, "benefitScores"],
      ]),
      [{ content: { $gt: "" } }, "content"],
      [{ content: undefined }, "content"],
      [{ anonymous: { $gt: "" } }, "anonymous"],
      [{ anonymous: undefined }, "anonymous"],
      [{ orderItemId: { $gt: "" } }, "orderItemId"],
      [{ picUrls: { $gt: "" } }, "picUrls"],
      [{ picUrls: Array.from({ length: 10 }, () => "public/review/c.png") }, "picUrls"],
      [{ picUrls: ["javascript:alert(1)"] }, "picUrls.0"],
      [{ picUrls: ["public/../private/a.png"] }, "picUrls.0"],
    ];
    for (const [wrong, field] of faults) {
      const reply = await client.post(REVIEW, review(id, wrong));
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(wrong)).to.deep.equal([400, field]);
    }
  });

  it("is done by the schedule 7 days after receipt: full scores, no words, once", async () => {
    heldClock.hold();
    const { client, items, order } = await twoItems();
    expect((await client.post(REVIEW, review(items[0]!._id, { descriptionScores: 1 }))).code).to.equal(0);
    heldClock.advance(days(7) - minutes(1));
    await enqueue(sweepUnreviewedOrdersJob, {});
    await runJobs();
    expect((await reloadOrder(order._id)).order.commentStatus).to.equal(false);
    heldClock.advance(minutes(1));
    for (let run = 0; run < 2; run++) {
      await enqueue(sweepUnreviewedOrdersJob, {});
      await runJobs();
    }
    const now = await reloadOrder(order._id);
    expect(now.order).to.include({ commentStatus: true, status: 30 });
    expect(now.order.finishAt).to.be.instanceOf(Date);
    const reviews = await ReviewModel.find({ orderId: order._id }).sort({ _id: 1 }).lean();
    expect(reviews.map((row) => [row.orderItemId, row.descriptionScores, row.content])).to.deep.equal([
      [items[0]!._id, 1, "很好"],
      [items[1]!._id, 5, ""],
    ]);
    expect(await OrderLogModel.countDocuments({ orderId: order._id, operateType: 34 })).to.equal(1);
  });

  it("leaves out what was refunded in full: the schedule publishes nothing of it, and the rest ends the review", async () => {
    const operator = await buildAfterSaleOperator();
    const refundFirst = async (built: BuiltOrder): Promise<void> => {
      const id = await buildAfterSale(built);
      await decide(operator, "agree", id);
      await decide(operator, "refund", id);
      await arrive();
    };
    const received = async (): Promise<BuiltOrder> => {
      const built = await buildTwoItems();
      await ship(operator, built.order._id);
      expect((await built.client.post("/app-api/trade/order/receive", { id: built.order._id })).code).to.equal(0);
      return built;
    };
    const [scheduled, reviewed] = [await received(), await received()];
    await refundFirst(scheduled);
    expect((await reviewed.client.post(REVIEW, review(reviewed.items[1]!._id))).code).to.equal(0);
    expect((await reloadOrder(reviewed.order._id)).order.commentStatus).to.equal(false);
    await refundFirst(reviewed);
    expect((await reloadOrder(reviewed.order._id)).order).to.include({ status: 30, commentStatus: true });
    heldClock.hold();
    heldClock.advance(days(7) + minutes(1));
    await enqueue(sweepUnreviewedOrdersJob, {});
    await runJobs();
    expect((await reloadOrder(scheduled.order._id)).order).to.include({ status: 30, commentStatus: true });
    const reviews = await ReviewModel.find({ orderId: scheduled.order._id }).lean();
    expect(reviews.map(({ orderItemId }) => orderItemId)).to.deep.equal([scheduled.items[1]!._id]);
  });

  it("is left to the next run when the sweep's time is up, or its process is to end", async () => {
    const { order } = await buildReceivedOrder();
    heldClock.hold();
    heldClock.advance(days(7) + minutes(1));
    const context = { requestId: "sweep", language: "en" } as const;
    const ends = [{ signal: AbortSignal.abort() }, { isDraining: () => true }];
    for (const end of ends) {
      const error: unknown = await withContext({ ...context, ...end }, reviewDueOrders).then(
        () => "it went on",
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(Error);
    }
    expect((await reloadOrder(order._id)).order.commentStatus).to.equal(false);
    await enqueue(sweepUnreviewedOrdersJob, {});
    await runJobs();
    expect((await reloadOrder(order._id)).order.commentStatus).to.equal(true);
  });
});
