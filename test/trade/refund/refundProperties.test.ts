import { expect } from "chai";
import fc from "fast-check";
import { checkInvariants } from "#scripts/check/invariants.js";
import { saveLoyaltyConfig } from "#shared/domains/loyalty/index.js";
import type { LoyaltySettings } from "#shared/domains/loyalty/loyaltyConfig.model.js";
import { findMember } from "#shared/domains/member/index.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { refreshCertificates } from "#shared/domains/pay/worker.js";
import {
  AfterSaleModel,
  agreeAfterSale,
  applyForAfterSale,
  cancelAfterSale,
  disagreeAfterSale,
  itemLeft,
  OrderRefundModel,
  receiveOrder,
  receiveReturn,
  refundAfterSale,
  refundOrder,
  refuseReturn,
  sendGoodsBack,
  shipOrder,
  type AfterSaleDoc,
} from "#shared/domains/trade/index.js";
import type { OrderRefundDoc } from "#shared/domains/trade/refund/orderRefund.model.js";
import { piecesLeftOf, shareOfPieces, unsentOf } from "#shared/domains/trade/refund/itemPieces.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { walletOf } from "#shared/domains/wallet/index.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { arrive } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildUnpaidOrder, reloadOrder, type BuiltOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildCoupon, readCoupon } from "#test/factories/promotion.js";
import { freshLogisticsNo, ZHONGTONG } from "#test/factories/shipment.js";
import { buildSpu, readSku } from "#test/factories/spu.js";
import { buildWallet } from "#test/factories/wallet.js";
import { byWallet, noFaults, settle, withWalletPart } from "#test/pay/support.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const POINTS: LoyaltySettings = { deductEnabled: true, fenPerPoint: 1, maxPoints: 500, pointsPerYuan: 3 };
const OWNED = 700;
const STOCK = 9;
const OPERATOR = 1;

const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      price: fc.oneof(fc.constant(1), fc.integer({ min: 100, max: 30_000 })),
      count: fc.integer({ min: 1, max: 4 }),
      giveIntegral: fc.integer({ min: 0, max: 9 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  withPoints: fc.boolean(),
  withCoupon: fc.boolean(),
  paid: fc.oneof({ weight: 3, arbitrary: fc.constant("wallet" as const) }, fc.constant("both" as const)),
});
/** Of an item's or the order's money that is left: none of it, all of it, or so many thousandths. */
const part = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1_000) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 999 }) },
);
const at = fc.nat(3);
const way = fc.constantFrom(10 as const, 20 as const);
const restock = fc.boolean();
/** So many of the pieces left, at most; undefined: it does not say. */
const pieces = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
const anyStep = fc.oneof(
  // Applied for, and brought on its way until so many of its moves are made.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("apply" as const),
      at,
      part,
      way,
      pieces,
      came: pieces,
      restock,
      moves: fc.integer({ max: 5, min: 0 }),
    }),
  },
  // One that is open goes on, or ends without money.
  { weight: 2, arbitrary: fc.record({ do: fc.constant("goOn" as const), at, restock, came: pieces }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("cancel" as const, "disagree" as const, "refuse" as const), at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("give" as const), part }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("ship" as const, "confirm" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("shipSome" as const), at, sent: fc.integer({ min: 1, max: 4 }) }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;
const anySteps = fc.array(fc.record({ step: anyStep, twice: fc.boolean() }), { minLength: 4, maxLength: 11 });
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never;
interface Bought extends BuiltOrder {
  skuIds: number[];
}

async function buy({ lines, withPoints, withCoupon, paid }: AnyOrder): Promise<Bought> {
  const spus = [];
  for (const { price, giveIntegral } of lines) spus.push(await buildSpu({ price, stock: STOCK, giveIntegral }));
  const skuIds = spus.map((spu) => spu.skuIds[0]!);
  const owner = await buildMember();
  const memberId = owner.member._id;
  await givePoints(memberId, OWNED);
  const sumFen = lines.reduce((sum, { price, count }) => sum + price * count, 0);
  const coupon = withCoupon && sumFen > 1_000 ? await buildCoupon({ memberId }) : undefined;
  const items = lines.map(({ count }, index) => ({ skuId: skuIds[index]!, count }));
  const body = { items, pointStatus: withPoints, ...(coupon ? { couponId: coupon._id } : {}) };
  const built = await buildUnpaidOrder({ owner, body });
  const { payPriceFen } = built.order;
  const walletFen = paid === "both" && payPriceFen > 1 ? Math.ceil(payPriceFen / 3) : payPriceFen;
  // Filled with what it is to pay: one that could pay alone may not be combined.
  await buildWallet(walletFen, owner);
  const waiting = (await findPayOrder(built.payOrderId))!;
  const how = walletFen === payPriceFen ? byWallet : withWalletPart(walletFen);
  const reply = await built.client.post("/app-api/pay/order/submit", submitBody(waiting, how));
  expect(reply.code, reply.msg).to.equal(0);
  if (how !== byWallet) await settle((await findPayOrder(built.payOrderId))!.no!);
  await runJobs();
  const now = await reloadOrder(built.order._id);
  expect(now.order.status).to.equal(10);
  return { ...built, ...now, skuIds };
}

const partOf = (fen: number, thousandths: number): number => Math.floor((fen * thousandths) / 1_000);

/** A refusal by name changes nothing, and is none of ours. */
const tolerant = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (typeof (error as { code?: unknown }).code !== "number") throw error;
  });

/** The next move of an after-sale towards its money. */
async function goOn(
  afterSaleId: number,
  memberId: number,
  { restock: isForSale, came }: { restock: boolean; came: number | undefined },
): Promise<void> {
  const parcel = { afterSaleId, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
  const moves: Partial<Record<number, () => Promise<unknown>>> = {
    10: () => agreeAfterSale(OPERATOR, afterSaleId),
    20: () => sendGoodsBack(memberId, parcel),
    30: () => receiveReturn(OPERATOR, afterSaleId, { restock: isForSale, count: came }),
    40: () => refundAfterSale(OPERATOR, afterSaleId),
  };
  const { status } = (await AfterSaleModel.findById(afterSaleId).lean<AfterSaleDoc>())!;
  await tolerant(moves[status]?.() ?? Promise.resolve());
}

async function apply(step: Extract<Step, { do: "apply" }>, { order, member }: Bought): Promise<void> {
  const { items } = await reloadOrder(order._id);
  const item = items[step.at % items.length]!;
  const left = itemLeft(item);
  const count = step.pieces === undefined || left.count === 0 ? undefined : Math.min(step.pieces, left.count);
  const refundPriceFen = partOf(count ? shareOfPieces(item, count) : left.fen, step.part);
  const application = { orderItemId: item._id, way: step.way, count, refundPriceFen, applyReason: "x" };
  const id = await tolerant(applyForAfterSale(member._id, { ...application, applyDescription: "", applyPicUrls: [] }));
  if (typeof id !== "number") return;
  for (let move = 0; move < step.moves; move++) await goOn(id, member._id, step);
}

/** What an operator or the member does next; twice at once, as by a double tap or a retry. */
async function take({ step, twice }: { step: Step; twice: boolean }, bought: Bought): Promise<void> {
  await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => takeOnce(step, bought)));
  await arrive();
}

async function takeOnce(step: Step, bought: Bought): Promise<void> {
  const { order, member } = bought;
  const open = await AfterSaleModel.find({ orderId: order._id, status: { $lt: 50 } }).lean<AfterSaleDoc[]>();
  const one = "at" in step ? open[step.at % Math.max(1, open.length)]?._id : undefined;
  if (step.do === "apply") await apply(step, bought);
  else if (step.do === "give") {
    const leftFen = order.payPriceFen - (await reloadOrder(order._id)).order.refundPriceFen;
    await tolerant(refundOrder(OPERATOR, order._id, partOf(leftFen, step.part), "x"));
  } else if (step.do === "ship") {
    const parcel = { orderId: order._id, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo() };
    await tolerant(shipOrder(OPERATOR, parcel));
  } else if (step.do === "shipSome") await shipSome(step, order._id);
  else if (step.do === "confirm") await tolerant(receiveOrder(member._id, order._id));
  else if (one === undefined) return;
  else if (step.do === "goOn") await goOn(one, member._id, step);
  else if (step.do === "cancel") await tolerant(cancelAfterSale(member._id, one));
  else if (step.do === "disagree") await tolerant(disagreeAfterSale(OPERATOR, one, "x"));
  else await tolerant(refuseReturn(OPERATOR, one, "x"));
}

async function shipSome({ at: which, sent }: Extract<Step, { do: "shipSome" }>, orderId: number): Promise<void> {
  const { items } = await reloadOrder(orderId);
  const item = items[which % items.length]!;
  const pieces = [{ orderItemId: item._id, count: Math.max(1, Math.min(sent, unsentOf(item))) }];
  const parcel = { orderId, logisticsId: ZHONGTONG, logisticsNo: freshLogisticsNo(), items: pieces };
  await tolerant(shipOrder(OPERATOR, parcel));
}

/** What was sent in parts is in its parcels, no piece twice, and the order waits for shipment as long as one is left. */
function compareParcels({ order, items }: Awaited<ReturnType<typeof reloadOrder>>): void {
  if (!order.parcels) return;
  const parcels = order.parcels.flatMap((parcel) => parcel.items);
  for (const item of items) {
    const packed = parcels.reduce((sum, { orderItemId, count }) => sum + (orderItemId === item._id ? count : 0), 0);
    expect(packed).to.be.within(item.sentCount ?? 0, item.count);
    expect(item.sentCount ?? 0).to.be.at.most(piecesLeftOf(item));
  }
  const unsent = items.reduce((sum, item) => sum + unsentOf(item), 0);
  if (order.status !== 40) expect(unsent > 0).to.equal(order.status === 10);
  expect(order).to.include({ parcelId: order.parcels.at(-1)!.parcelId });
}

/** Whatever happened: what is back is what the order and its items say, and never more than was taken. */
async function compare({ order: bought, member, payOrderId, skuIds }: Bought): Promise<void> {
  const { order, items } = await reloadOrder(bought._id);
  const sum = (of: (item: (typeof items)[number]) => number): number =>
    items.reduce((total, item) => total + of(item), 0);
  const payOrder = (await findPayOrder(payOrderId))!;
  const toWallet = payOrder.walletRefundFen + (payOrder.channelCode === "wallet" ? payOrder.refundFen : 0);
  expect(payOrder.refundFen + payOrder.walletRefundFen).to.equal(order.refundPriceFen);
  expect((await walletOf(member._id)).balanceFen).to.equal(toWallet);
  expect(sum((item) => item.refundPriceFen)).to.equal(order.refundPriceFen);
  expect(order.refundPriceFen).to.be.at.most(order.payPriceFen);
  expect(sum((item) => item.refundPoint)).to.equal(order.refundPoint);
  const { point, experience } = (await findMember(member._id))!;
  const takenBack = sum((item) => item.takenBackPoint);
  expect(point).to.equal(OWNED - order.usePoint + order.givePoint + order.refundPoint - takenBack);
  expect(await pointSum(member._id)).to.equal(point);
  expect(experience).to.equal(Math.floor(order.payPriceFen / 100) - order.takenBackExperience);
  expect(experience).to.be.at.least(0);
  const refunds = await OrderRefundModel.find({ orderId: order._id, status: 10 }).lean<OrderRefundDoc[]>();
  for (const item of items) {
    expect(item.refundPriceFen).to.be.within(0, item.payPriceFen);
    expect(item.refundPoint).to.be.within(0, item.usePoint);
    expect(item.takenBackPoint).to.be.within(0, item.givePoint);
    if (item.afterSaleStatus === 20) expect(item.refundPriceFen).to.equal(item.payPriceFen);
    if (order.status === 10 && !order.parcels) expect(item.goodsBack).to.equal(item.afterSaleStatus === 20);
    const { backCount: back = 0, restockedCount: forSale = 0, keptCount: kept = 0 } = item;
    expect(back + kept).to.be.within(0, item.count);
    const received = (await AfterSaleModel.find({ orderItemId: item._id }).lean<AfterSaleDoc[]>()).map(
      ({ receivedCount }) => receivedCount ?? 0,
    );
    const unshipped = refunds
      .flatMap(({ shares }) => shares)
      .map(({ orderItemId, count = 0 }) => (orderItemId === item._id ? count : 0));
    expect([...received, ...unshipped].reduce((total, one) => total + one, 0)).to.equal(back);
    const sold = item.count - forSale;
    expect(await readSku(item.skuId)).to.include({ sold, stock: STOCK - sold, reserved: 0 });
  }
  if (order.couponId !== null) expect((await readCoupon(order.couponId)).status).to.equal(order.status === 40 ? 1 : 2);
  expect(order.status === 40).to.equal(items.every(({ afterSaleStatus }) => afterSaleStatus === 20));
  expect(skuIds).to.have.length(items.length);
  compareParcels({ order, items });
}

describe("refunds of orders, whatever comes in whatever order", () => {
  before(async () => {
    await startService();
    await seedDelivery();
    await refreshCertificates();
    await saveLoyaltyConfig(POINTS);
  });
  afterEach(async () => {
    await noFaults();
    heldClock.release();
  });
  after(() => saveLoyaltyConfig({ ...POINTS, deductEnabled: false }));

  it("give back exactly what was taken when all is refunded, and never more on the way", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, anySteps, async (wanted, steps) => {
        const bought = await buy(wanted);
        for (const step of steps) {
          await take(step, bought);
          await compare(bought);
        }
        const { order } = await reloadOrder(bought.order._id);
        if (order.status !== 40) await refundOrder(OPERATOR, order._id, order.payPriceFen - order.refundPriceFen, "x");
        await arrive();
        await compare(bought);
        const whole = await reloadOrder(bought.order._id);
        expect(whole.order).to.include({
          status: 40,
          refundStatus: 20,
          refundPriceFen: order.payPriceFen,
          refundPoint: order.usePoint,
        });
        expect((await findMember(bought.member._id))!).to.include({ point: OWNED, experience: 0 });
        expect(await AfterSaleModel.countDocuments({ orderId: order._id, status: { $lt: 50 } })).to.equal(0);
        const abouts = new Set([
          `order ${order._id}`,
          `member ${bought.member._id}`,
          ...bought.items.map(({ _id }) => `order item ${_id}`),
          ...bought.skuIds.map((skuId) => `SKU ${skuId}`),
        ]);
        const { violations } = await checkInvariants();
        expect(violations.filter(({ about }) => abouts.has(about))).to.deep.equal([]);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
