import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { CartRowModel } from "#shared/domains/cart/cartRow.model.js";
import { isSignatureOf } from "#shared/domains/license/licenseKeys.js";
import { getLicense, licenseText } from "#shared/domains/license/index.js";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { CouponModel } from "#shared/domains/promotion/coupon/coupon.model.js";
import { MemberModel, SmsCodeModel } from "#shared/domains/member/index.js";
import { MemberSocialModel } from "#shared/domains/member/signIn/memberSocial.model.js";
import { SignInRecordModel } from "#shared/domains/loyalty/signIn/signInRecord.model.js";
import { walletOf } from "#shared/domains/wallet/index.js";
import { WalletTransactionModel } from "#shared/domains/wallet/walletTransaction.model.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { buildAddress } from "#test/factories/address.js";
import { buildCartRow } from "#test/factories/cart.js";
import { buildLicense } from "#test/factories/license.js";
import { buildMember, freshMobile } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildPaidOrder, buildUnpaidOrder } from "#test/factories/order.js";
import { givePoints, pointSum } from "#test/factories/points.js";
import { buildCoupon, readCoupon } from "#test/factories/promotion.js";
import { buildReview, readReview } from "#test/factories/review.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { buildWallet, ledgerSum } from "#test/factories/wallet.js";
import { clientWith, stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { beginMerging, buildOfMini, buildPair, expectMerged, merge, reload, signInByMini, wrongOf } from "./support.js";

describe("a phone that proves another member", () => {
  before(startService);

  it("signs in as that member, who then has all that the other one owned", async () => {
    const pair = await buildPair();
    const { from, into } = pair;
    const [oldId, newId] = [from.member._id, into.member._id];
    await buildWallet(5_000, from);
    await buildWallet(700, into);
    const paid = await buildPaidOrder({ owner: from });
    const unpaid = await buildUnpaidOrder({ owner: from });
    const before = { from: await reload(from), into: await reload(into) };
    const coupon = await buildCoupon({ memberId: oldId });
    const { cartId } = await buildCartRow(oldId);
    const review = await buildReview({ memberId: oldId });
    await givePoints(oldId, 70);

    const signedIn = await beginMerging(pair);
    for (const path of ["/app-api/member/user/get", "/app-api/pay/wallet/get"])
      expect(await from.client.get(path)).to.include({ status: 401 });
    const { refreshToken } = from;
    expect(await stranger.post("/app-api/member/auth/refresh-token", { refreshToken })).to.include({ code: 4010 });
    await runJobs();
    await expectMerged(pair);

    const client = clientWith(signedIn.data.accessToken);
    const orders = await client.post("/app-api/trade/order/page", { userId: newId, pageNo: 1, pageSize: 10 });
    expect(orders.data.list.map(({ id }: { id: number }) => id)).to.have.members([paid.order._id, unpaid.order._id]);
    expect(await client.get(`/app-api/trade/order/getOrderDetail?id=${paid.order._id}`)).to.include({ code: 0 });
    const payment = await client.get(`/app-api/pay/order/get?id=${paid.payOrderId}`);
    expect(payment, payment.msg).to.include({ code: 0 });
    expect(await walletOf(newId)).to.include({ balanceFen: 5_700, frozenFen: 0 });
    expect(await walletOf(oldId)).to.include({ balanceFen: 0, frozenFen: 0 });
    expect([await ledgerSum(oldId), await ledgerSum(newId)]).to.deep.equal([0, 5_700]);
    const rows = await WalletTransactionModel.find({ memberId: { $in: [oldId, newId] }, bizType: 6 }).lean();
    expect(rows.map(({ priceFen }) => priceFen)).to.have.members([-5_000, 5_000]);
    const now = await reload(into);
    expect(now).to.include({
      point: before.into.point + before.from.point + 70,
      experience: before.into.experience + before.from.experience,
    });
    expect(await pointSum(newId)).to.equal(now.point);
    expect(await readCoupon(coupon._id)).to.include({ memberId: newId });
    expect(await CartRowModel.findById(cartId).lean()).to.include({ memberId: newId });
    expect(await readReview(review._id)).to.include({ memberId: newId });
    // The deadline of an unpaid order, and its cancelling, are the new one's.
    expect(await client.post("/app-api/trade/order/cancel", { id: unpaid.order._id })).to.include({ code: 0 });
  });

  it("is told to the phone by SMS, and to operators in the audit log, the job search and both members' pages", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    await buildWallet(100, pair.from);
    await merge(pair);
    const told = await SmsCodeModel.findOne({ mobile: pair.into.member.mobile!, scene: 6 }).lean();
    expect(told).to.include({ status: 20 });
    const { client } = await buildOperator();
    const old = await client.get(`/admin-api/member/user/get?id=${oldId}`);
    expect(old.data).to.include({ status: 3, mergedInto: newId });
    const { data } = await client.get(`/admin-api/member/user/get?id=${newId}`);
    expect(data).to.include({ mergedInto: null });
    expect(data.mergedMembers.map(({ id }: { id: number }) => id)).to.deep.equal([oldId]);
    const logged = await OperationLogModel.find({ bizId: String(oldId), module: "member" })
      .sort({ _id: 1 })
      .lean();
    expect(logged.map(({ action }) => action)).to.deep.equal(["account.beginMerge", "account.merge"]);
    for (const id of [oldId, newId]) {
      const jobs = await client.get(`/admin-api/infra/job/search?q=${id}&pageNo=1&pageSize=50`);
      expect(jobs, jobs.msg).to.include({ code: 0 });
      expect(jobs.data.list.map(({ job }: { job: string }) => job)).to.include("account.mergeMember");
    }
    const found = await client.get(`/admin-api/member/user/page?status=3&pageNo=1&pageSize=100`);
    expect(found.data.list.map(({ id }: { id: number }) => id)).to.include(oldId);
  });

  it("an account that owns nothing is closed, and the openid moves", async () => {
    const pair = await buildPair();
    // What the shop gives for joining is something that is owned.
    await runJobs();
    await CouponModel.deleteMany({ memberId: pair.from.member._id });
    const reply = await beginMerging(pair);
    expect(reply.data.openid).to.equal(pair.person.openid);
    await runJobs();
    expect(await reload(pair.from)).to.include({ status: 1, mergedInto: pair.into.member._id });
    expect(await pair.from.client.get("/app-api/member/user/get")).to.include({ status: 401 });
    expect(await MemberSocialModel.countDocuments({ memberId: pair.from.member._id })).to.equal(0);
    expect((await signInByMini(pair.person)).data.userId).to.equal(pair.into.member._id);
    expect(await wrongOf(pair.from.member._id)).to.deep.equal([]);
  });

  it("a social account that is sent along with a code of the phone brings its member along", async () => {
    const pair = await buildPair();
    await buildWallet(250, pair.from);
    const mobile = pair.into.member.mobile!;
    const code = await buildSmsCode(mobile);
    const social = { socialType: 34, socialCode: await pair.person.code("login") };
    const body = { loginType: 10, mobile, code, ...social };
    const reply = await stranger.post("/app-api/member/auth/sms-login", body);
    expect(reply.data?.userId, reply.msg).to.equal(pair.into.member._id);
    await runJobs();
    await expectMerged(pair);
    expect(await walletOf(pair.into.member._id)).to.include({ balanceFen: 250 });
  });

  it("moves other social accounts too, except those of a kind that both have", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    await buildWallet(100, pair.from);
    const bind = async (memberId: number, type: 31 | 32, openid: string) =>
      MemberSocialModel.create([{ _id: await nextId("memberSocials"), memberId, type, openid, unionid: null }]);
    await bind(oldId, 31, `a-${oldId}`);
    await bind(oldId, 32, `b-${oldId}`);
    await bind(newId, 32, `b-${newId}`);
    await merge(pair);
    const left = await MemberSocialModel.find({ memberId: newId }).sort({ type: 1 }).lean();
    expect(left.map(({ type, openid }) => [type, openid])).to.deep.equal([
      [31, `a-${oldId}`],
      [32, `b-${newId}`],
      [34, pair.person.openid],
    ]);
  });

  it("adds up what is unique for a member: cart, default address, sign-in days, licenses signed anew", async () => {
    const pair = await buildPair();
    const [oldId, newId] = [pair.from.member._id, pair.into.member._id];
    const { skuId } = await buildCartRow(oldId, { count: 2 });
    await buildCartRow(newId, { skuId, count: 3 });
    await buildCartRow(oldId);
    await buildAddress(oldId, { isDefault: true });
    const { _id: ownDefault } = await buildAddress(newId, { isDefault: true });
    for (const { client } of [pair.from, pair.into])
      expect(await client.post("/app-api/member/sign-in/record/create")).to.include({ code: 0 });
    const { license } = await buildLicense({ memberId: oldId });
    const points = (await reload(pair.from)).point + (await reload(pair.into)).point;
    await merge(pair);
    const cart = await CartRowModel.find({ memberId: newId }).lean();
    expect(cart.map(({ count }) => count)).to.have.members([5, 1]);
    const defaults = await AddressModel.find({ memberId: newId, isDefault: true }).lean();
    expect(defaults.map(({ _id }) => _id)).to.deep.equal([ownDefault]);
    expect(await AddressModel.countDocuments({ memberId: newId })).to.equal(2);
    expect(await SignInRecordModel.countDocuments({ memberId: newId })).to.equal(1);
    expect((await reload(pair.into)).point).to.equal(points);
    const signed = await getLicense(license._id);
    expect(signed).to.include({ memberId: newId, authorizationNo: license.authorizationNo });
    expect(await isSignatureOf(licenseText(signed), signed)).to.equal(true);
  });

  it("what is owed by one is paid by the points of the other", async () => {
    const pair = await buildPair();
    await MemberModel.updateOne({ _id: pair.from.member._id }, { $set: { pointOwed: 50 } });
    const { point } = await reload(pair.into);
    await givePoints(pair.into.member._id, 80);
    await beginMerging(pair);
    await runJobs();
    const now = await reload(pair.into);
    expect([now.point, now.pointOwed]).to.deep.equal([point + 30, 0]);
    // Made without its record: that is what the check would find of it.
    expect(await reload(pair.from)).to.include({ point: 0, pointOwed: 0, status: 3 });
  });

  it("an operator cannot act on a merged member any more", async () => {
    const pair = await buildPair();
    await buildWallet(100, pair.from);
    await merge(pair);
    const { client } = await buildOperator();
    const id = pair.from.member._id;
    for (const [path, body] of [
      ["/admin-api/member/user/update", { id, status: 0 }],
      ["/admin-api/member/user/update", { id, mobile: "13800138000" }],
      ["/admin-api/member/user/update-point", { id, point: 5 }],
      ["/admin-api/member/user/update-level", { id, reason: "a test" }],
      ["/admin-api/member/user/update-password", { id, password: "open sesame" }],
    ] as const)
      expect(await client.put(path, body), path).to.include({ status: 200, code: 1004001018 });
  });

  it("two accounts of one person are merged into the third at once, and a double tap does it once", async () => {
    const into = await buildMember();
    const pairs = [await buildPair(into), await buildPair(into)];
    for (const [index, { from }] of pairs.entries()) await buildWallet(1_000 + index, from);
    const replies = await Promise.all(
      pairs.flatMap(({ person }) => [signInByMini(person, { phone: true }), signInByMini(person, { phone: true })]),
    );
    for (const reply of replies) expect(reply.data?.userId, reply.msg).to.equal(into.member._id);
    await runJobs();
    for (const pair of pairs) await expectMerged(pair);
    expect(await walletOf(into.member._id)).to.include({ balanceFen: 2_001 });
    expect(await ledgerSum(into.member._id)).to.equal(2_001);
  });

  it("a chain ends at its last member, also for what comes to the first one later", async () => {
    const first = await buildPair();
    const last = await buildMember();
    const person = await buildSocialPerson({ mobile: last.member.mobile! });
    await buildWallet(300, first.from);
    await beginMerging(first);
    // Without a phone, as only such a member can be merged.
    const middle = first.into.member._id;
    await inTransaction(() => MemberModel.updateOne({ _id: middle }, { $unset: { mobile: 1 } }).exec());
    await MemberSocialModel.updateOne({ memberId: middle }, { $set: { openid: person.openid, unionid: null } });
    await buildWallet(20, first.into);
    await beginMerging({ from: first.into, into: last, person });
    await runJobs();
    await expectMerged({ from: first.into, into: last });
    expect(await walletOf(last.member._id)).to.include({ balanceFen: 320 });
    await givePoints(first.from.member._id, 9);
    expect((await reload(last)).point).to.equal(last.member.point + 9);
  });

  it("a member with a phone, a disabled one of either side, and a stranger's code are refused as before", async () => {
    const taken = await buildPair();
    const owner = { _id: taken.from.member._id };
    await inTransaction(() => MemberModel.updateOne(owner, { $set: { mobile: freshMobile() } }).exec());
    expect(await signInByMini(taken.person, { phone: true })).to.include({ code: 1004003007 });
    for (const side of ["from", "into"] as const) {
      const pair = await buildPair();
      await buildWallet(50, pair.from);
      await MemberModel.updateOne({ _id: pair[side].member._id }, { $set: { status: 1 } });
      expect(await signInByMini(pair.person, { phone: true })).to.include({ code: 1004003001 });
      expect((await reload(pair.from)).mergedInto ?? null).to.equal(null);
      expect(await walletOf(pair.from.member._id)).to.include({ balanceFen: 50 });
    }
    expect(await buildOfMini(taken.person)).to.have.property("token");
  });
});
