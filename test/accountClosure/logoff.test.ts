import { expect } from "chai";
import { closeAccount } from "#shared/domains/accountClosure/index.js";
import { BargainHelpModel } from "#shared/domains/promotion/activity/index.js";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { findMember } from "#shared/domains/member/index.js";
import { LoginLogModel } from "#shared/domains/member/signIn/loginLog.model.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { findPayOrder } from "#shared/domains/pay/index.js";
import { PayAttemptModel } from "#shared/domains/pay/attempt/payAttempt.model.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { OrderModel } from "#shared/domains/trade/index.js";
import { freezeBalance, releaseFrozen, walletOf } from "#shared/domains/wallet/index.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { heldClock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildAddress } from "#test/factories/address.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildPaidOrder, buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { submitBody } from "#test/factories/payOrder.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildCoupon } from "#test/factories/promotion.js";
import { buildReview, readReview } from "#test/factories/review.js";
import { buildReceivedOrder, buildShippedOrder } from "#test/factories/shipment.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { buildWallet, ledgerSum, setPaymentPassword } from "#test/factories/wallet.js";
import { money } from "#test/pay/support.js";
import { buildRecharge } from "#test/recharge/support.js";
import { clientWith, stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { writesDuring } from "#test/support/writes.js";
import { buildCompleted, gone, logoff, ready, signIn } from "./support.js";

describe("giving an account up", () => {
  before(ready);
  afterEach(() => heldClock.release());

  it("takes all that belongs to it, and leaves what the books need", async () => {
    const built = await buildReceivedOrder();
    const { member, client } = built;
    const memberId = member._id;
    await buildWallet(5_000, built);
    await setPaymentPassword(client);
    await givePoints(memberId, 70);
    await buildCoupon({ memberId });
    await buildCartRow(memberId);
    await buildAddress(memberId);
    const review = await buildReview({ memberId, nickname: member.nickname });
    const person = await buildSocialPerson({ mobile: member.mobile! });
    await stranger.post("/app-api/member/auth/social-mini-app-login", {
      loginCode: await person.code("login"),
      phoneCode: await person.code("phone"),
    });
    expect(await MemberSocialModel.countDocuments({ memberId })).to.equal(1);
    const helpId = await nextId("bargainHelps");
    const help = { recordId: helpId, activityId: 1, memberId, nickname: member.nickname, cutFen: 1 };
    await BargainHelpModel.create([{ _id: helpId, ...help }]);
    const elsewhere = await signInMember(memberId);
    const unpaid = await buildUnpaidOrder({ owner: built });

    const code = await buildSmsCode(member.mobile!);
    expect(await logoff(built, code)).to.include(gone);
    await runJobs();
    expect(await findMember(memberId)).to.equal(null);
    for (const token of [built.token, elsewhere.accessToken])
      expect(await clientWith(token).get("/app-api/member/user/get")).to.include({ status: 401 });
    const { refreshToken } = elsewhere;
    expect(await stranger.post("/app-api/member/auth/refresh-token", { refreshToken })).to.include({ code: 4010 });

    expect((await reloadOrder(unpaid.order._id)).order).to.include({ status: 40 });
    expect((await findPayOrder(unpaid.payOrderId))!.status).to.equal(30);
    expect(await walletOf(memberId)).to.include({ balanceFen: 0, frozenFen: 0 });
    expect(await ledgerSum(memberId)).to.equal(0);
    const rows = await WalletTransactionModel.find({ memberId }).sort({ _id: -1 }).lean();
    expect(rows[0]).to.include({ bizType: 5, priceFen: -5_000, balanceAfterFen: 0 });
    expect(await pointSum(memberId)).to.equal(0);
    for (const left of [
      await CouponModel.countDocuments({ memberId, status: { $ne: 2 } }),
      await CartRowModel.countDocuments({ memberId }),
      await AddressModel.countDocuments({ memberId }),
      await MemberSocialModel.countDocuments({ memberId }),
    ])
      expect(left).to.equal(0);

    const kept = (await reloadOrder(built.order._id)).order;
    expect(kept).to.include({ no: built.order.no, payPriceFen: built.order.payPriceFen, status: 30 });
    for (const orderId of [built.order._id, unpaid.order._id]) {
      const text = JSON.stringify(await OrderModel.findById(orderId).lean());
      for (const personal of [member.mobile!, built.order.receiverName, built.order.receiverDetailAddress!])
        expect(text).not.to.include(personal);
    }
    const paid = (await findPayOrder(built.payOrderId))!;
    expect(paid).to.include({ status: 10, userIp: "", channelUserId: null });
    expect(await PayAttemptModel.findById(paid.attemptId).lean()).to.include({ userIp: "", openid: null });
    expect(await BargainHelpModel.findById(helpId).lean()).to.include({ nickname: "" });
    expect(await readReview(review._id)).to.include({ nickname: "", avatar: "", anonymous: true });
    const log = await LoginLogModel.findOne({ ownerId: memberId, kind: "LOGOUT_DELETE" }).lean();
    expect(log).to.include({ result: 0 });
  });

  it("frees the mobile and the social account for somebody new", async () => {
    const built = await buildMember();
    const person = await buildSocialPerson({ mobile: built.member.mobile! });
    const mini = async () =>
      stranger.post("/app-api/member/auth/social-mini-app-login", {
        loginCode: await person.code("login"),
        phoneCode: await person.code("phone"),
      });
    expect((await mini()).data.userId).to.equal(built.member._id);
    expect(await logoff(built)).to.include(gone);
    const next = await signIn(built.member.mobile!);
    expect(next).to.include({ code: 0 });
    expect(next.data.userId).not.to.equal(built.member._id);
    expect((await mini()).data.userId).to.equal(next.data.userId);
    const { data } = await clientWith(next.data.accessToken).get("/app-api/member/user/get");
    expect(data).to.include({ point: 0, experience: 0, status: 0 });
  });

  it("a member who never did anything can go; strangers are 401", async () => {
    expect(await logoff(await buildMember())).to.include(gone);
    expect(await logoff({ client: stranger })).to.include({ status: 401, code: 401, data: false });
  });

  it("twice at once it happens once", async () => {
    const built = await buildWallet(900);
    const code = await buildSmsCode(built.member.mobile!);
    const replies = await Promise.all([logoff(built, code), logoff(built, code), logoff(built, code)]);
    expect(replies.filter((reply) => reply.data === true)).not.to.have.length(0);
    // The code works once: another tap finds it used, or the account gone.
    for (const reply of replies) expect(reply.code).to.be.oneOf([0, 401, 1002014002]);
    expect(await ledgerSum(built.member._id)).to.equal(0);
    expect(await LoginLogModel.countDocuments({ ownerId: built.member._id, kind: "LOGOUT_DELETE" })).to.equal(1);
  });

  it("no session outlives it that comes at the same moment", async () => {
    const built = await buildMember();
    const [, ...pairs] = await Promise.all([
      logoff(built),
      ...Array.from({ length: 5 }, () => signInMember(built.member._id).catch(() => undefined)),
    ]);
    for (const pair of pairs)
      if (pair) expect(await clientWith(pair.accessToken).get("/app-api/member/user/get")).to.include({ status: 401 });
  });
});

describe("an account that cannot be given up yet", () => {
  before(ready);
  const untouched = async ({ member, client }: BuiltMember): Promise<void> => {
    expect((await findMember(member._id))?.mobile).to.equal(member.mobile);
    expect(await client.get("/app-api/member/user/get")).to.include({ code: 0 });
  };
  const refused = async (built: BuiltMember, code: number): Promise<void> => {
    expect(await logoff(built)).to.include({ status: 200, code, data: false });
    await untouched(built);
  };

  it("has a paid order, or a shipped one", async () => {
    await refused(await buildPaidOrder(), 1004001010);
    await refused(await buildShippedOrder(), 1004001010);
  });

  it("has an order whose payment came just now: nothing is cancelled", async () => {
    const built = await buildUnpaidOrder();
    const other = await buildUnpaidOrder({ owner: built });
    await built.client.post("/app-api/pay/order/submit", submitBody((await findPayOrder(built.payOrderId))!));
    // Paid, and trade has not heard of it yet.
    await PayOrderModel.updateOne({ _id: built.payOrderId }, { $set: { status: 10 } });
    await refused(built, 1004001010);
    expect((await reloadOrder(other.order._id)).order.status).to.equal(0);
  });

  it("has an after-sale under way", async () => {
    const built = await buildReceivedOrder();
    const id = await buildAfterSale(built);
    await refused(built, 1004001011);
    expect(await built.client.post("/app-api/trade/after-sale/cancel", { id })).to.include({ code: 0 });
    expect(await logoff(built)).to.include(gone);
  });

  it("has a refund under way", async () => {
    const built = await buildCompleted();
    await PayOrderModel.updateOne({ _id: built.payOrderId }, { $set: { refundingId: 1 } });
    await refused(built, 1004001012);
  });

  it("has frozen money", async () => {
    const built = await buildWallet(900);
    const freezeId = `logoff-${built.member._id}`;
    await freezeBalance({ memberId: built.member._id, amountFen: 300, freezeId });
    await refused(built, 1004001013);
    expect(await money(built.member._id)).to.deep.equal([600, 300]);
    await releaseFrozen({ freezeId });
    const code = await buildSmsCode(built.member.mobile!);
    expect(await logoff(built, code)).to.include(gone);
  });

  it("has a recharge that is paid and not yet credited; an unpaid one is closed", async () => {
    const built = await buildRecharge();
    await PayOrderModel.updateOne({ _id: built.payOrderId }, { $set: { status: 10 } });
    await refused(built, 1004001013);
    await PayOrderModel.updateOne({ _id: built.payOrderId }, { $set: { status: 0 } });
    expect(await logoff(built)).to.include(gone);
    expect((await findPayOrder(built.payOrderId))!.status).to.equal(30);
  });

  it("is closed by its member: 403, until it is opened again", async () => {
    const built = await buildMember();
    await built.client.post("/app-api/member/user/update", { status: 1 });
    expect(await logoff(built)).to.include({ status: 403, data: false });
    await built.client.post("/app-api/member/user/update", { status: 0 });
    expect(await logoff(built)).to.include(gone);
  });
});

describe("the writes of giving up an account", () => {
  before(ready);

  it("carry one transaction, but for the login log", async () => {
    const built = await buildUnpaidOrder(); // stock, pay order and jobs take part too
    const memberId = built.member._id;
    await buildWallet(700, built);
    await givePoints(memberId, 5);
    await buildCoupon({ memberId });
    await buildCartRow(memberId);
    const code = await buildSmsCode(built.member.mobile!);
    await runJobs();
    const writes = await writesDuring(() => closeAccount(memberId, code));
    // Ids, the log and the code that is used up leave it by design; the outbox is relayed after the commit.
    const apart = new Set(["loginLogs", "counters", "outbox", "smsCodes"]);
    const strays = writes.filter((write) => !write.inTransaction && !apart.has(write.collection));
    expect(strays).to.deep.equal([]);
    const inside = new Set(writes.filter((write) => write.inTransaction).map((write) => write.collection));
    for (const collection of ["members", "wallets", "tradeOrders", "payOrders", "sessions", "cartRows", "addresses"])
      expect(inside, collection).to.include(collection);
  });
});

describe("what comes in the moment of leaving", () => {
  before(ready);

  it("an address does not outlive its member", async () => {
    const built = await buildMember();
    const body = {
      userId: built.member._id,
      name: "Lin",
      mobile: built.member.mobile,
      areaId: 330106,
      detailAddress: "1 West Lake Road",
    };
    await Promise.all([
      logoff(built),
      ...Array.from({ length: 4 }, () => built.client.post("/app-api/member/address/create", body)),
    ]);
    if ((await findMember(built.member._id)) === null)
      expect(await AddressModel.countDocuments({ memberId: built.member._id })).to.equal(0);
    else throw new Error("the member is still there");
  });
});
