import { expect } from "chai";
import { BargainHelpModel } from "#shared/domains/promotion/activity/index.js";
import { usePictures } from "#shared/domains/media/index.js";
import { updateProfile } from "#shared/domains/member/index.js";
import { sweepPictures } from "#shared/domains/operations/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { days, heldClock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { headObject } from "#shared/kernel/storage/storage.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildMember } from "#test/factories/member.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { buildReview, readReview } from "#test/factories/review.js";
import { buildReceivedOrder } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { bytesAt, rowOf, uploaded } from "./uploadAsMember.js";

const PROFILE = "/app-api/member/user/update";
const REVIEW = "/app-api/trade/order/item/createOrderItemComment";
const AFTER_SALE = "/app-api/trade/after-sale/create";
const FOREIGN = "https://tracker.example/pixel.png";

describe("what a member uploads", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
  afterEach(() => heldClock.release());

  it("has a row that says whose it is, what it is and what shows it", async () => {
    const built = await buildReceivedOrder();
    const memberId = built.member._id;
    const key = await uploaded(built);
    expect(await rowOf(key)).to.deep.include({
      memberId,
      status: 1,
      contentType: "image/png",
      size: (await bytesAt(key)).length,
      uses: [],
    });
    const address = `${config.MEDIA_BASE_URL}/${key}`;
    expect((await built.client.post(PROFILE, { avatar: address })).code).to.equal(0);
    const review = { orderItemId: built.items[0]!._id, descriptionScores: 5, benefitScores: 5, content: "好" };
    const reviewed = await built.client.post(REVIEW, { ...review, anonymous: false, picUrls: [address] });
    expect(reviewed.code, reviewed.msg).to.equal(0);
    const afterSaleId = await buildAfterSale(built, { refundPrice: 1, applyPicUrls: [address] });
    expect((await rowOf(key))!.uses).to.deep.equal([
      { what: "avatar", id: memberId },
      { what: "review", id: reviewed.data },
      { what: "afterSale", id: afterSaleId },
    ]);
    expect((await built.client.post(PROFILE, { avatar: await uploaded(built) })).code).to.equal(0);
    expect((await rowOf(key))!.uses.map(({ what }) => what)).to.deep.equal(["review", "afterSale"]);
  });

  it("goes after a week in which nothing showed it, and stays while something does", async () => {
    heldClock.hold();
    const owner = await buildMember();
    const memberId = owner.member._id;
    const [unused, avatar, earlier] = [await uploaded(owner), await uploaded(owner), await uploaded(owner)];
    await updateProfile({ memberId, sessionId: 0 }, { avatar: earlier });
    const helpId = await nextId("bargainHelps");
    await BargainHelpModel.create([
      { _id: helpId, recordId: helpId, activityId: 1, memberId, nickname: "", avatar: earlier, cutFen: 1 },
    ]);
    await updateProfile({ memberId, sessionId: 0 }, { avatar });
    await sweepPictures();
    expect(await headObject(unused)).not.to.equal(undefined);
    heldClock.advance(days(8));
    await Promise.all([sweepPictures(), sweepPictures()]);
    expect([await headObject(unused), await rowOf(unused)]).to.deep.equal([undefined, null]);
    for (const key of [avatar, earlier]) expect(await headObject(key), key).not.to.equal(undefined);
    expect((await sweepPictures()).unused).to.equal(0);
  });

  it("used at the moment of the sweep either stays, or its use is refused", async () => {
    heldClock.hold();
    const owner = await buildMember();
    const memberId = owner.member._id;
    const keys = await Promise.all(Array.from({ length: 8 }, () => uploaded(owner)));
    heldClock.advance(days(8));
    const [, ...uses] = await Promise.all([
      sweepPictures(),
      ...keys.map((key, id) =>
        inTransaction(() => usePictures(memberId, [{ key, field: "picUrls.0" }], { what: "review", id })).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    for (const [index, key] of keys.entries()) {
      const row = await rowOf(key);
      if (row) expect([row.status, uses[index]], key).to.deep.equal([1, true]);
    }
  });

  it("goes with its member's account, from reviews as well", async () => {
    const owner = await buildMember();
    const key = await uploaded(owner);
    const review = await buildReview({ memberId: owner.member._id, picUrls: [key] });
    expect((await owner.client.post("/app-api/member/user/logoff")).code).to.equal(0);
    await runJobs();
    expect([await headObject(key), await rowOf(key)]).to.deep.equal([undefined, null]);
    expect((await readReview(review._id)).picUrls).to.deep.equal([]);
    await runJobs();
  });
});

describe("pictures of members", () => {
  const said = { en: "must be a picture that was uploaded here", zh: "必须是已上传的图片" };

  it("as avatar come from our own store; the one that stands may be sent again", async () => {
    const { client } = await buildMember({ avatar: "https://thirdwx.qlogo.cn/mmopen/x/132" });
    for (const language of ["en", "zh"] as const) {
      const reply = await client.with({ "accept-language": language }).post(PROFILE, { avatar: FOREIGN });
      expect([reply.status, reply.msg]).to.deep.equal([
        400,
        language === "en" ? `avatar: ${said.en}` : `avatar：${said.zh}`,
      ]);
    }
    const { data } = await client.get("/app-api/member/user/get");
    expect(data.avatar).to.equal("https://thirdwx.qlogo.cn/mmopen/x/132");
    expect((await client.post(PROFILE, { nickname: "Lucy", avatar: data.avatar })).code).to.equal(0);
    expect((await client.get("/app-api/member/user/get")).data).to.include({ nickname: "Lucy", avatar: data.avatar });
  });

  it("in reviews and after-sales come from our own store", async () => {
    const received = await buildReceivedOrder();
    const paid = await buildPaidOrder();
    const review = { orderItemId: received.items[0]!._id, anonymous: false, descriptionScores: 5, benefitScores: 5 };
    const application = { orderItemId: paid.items[0]!._id, way: 10, refundPrice: 1, applyReason: "x" };
    for (const [language, words] of Object.entries(said)) {
      const headers = { "accept-language": language };
      const reviewed = await received.client
        .with(headers)
        .post(REVIEW, { ...review, content: "x", picUrls: ["public/a.png", FOREIGN] });
      expect([reviewed.status, reviewed.msg.split(/: |：/)]).to.deep.equal([400, ["picUrls.1", words]]);
      const applied = await paid.client.with(headers).post(AFTER_SALE, { ...application, applyPicUrls: [FOREIGN] });
      expect([applied.status, applied.msg.split(/: |：/)]).to.deep.equal([400, ["applyPicUrls.0", words]]);
    }
  });

  it("are their own, not another member's", async () => {
    const key = await uploaded(await buildMember());
    const { client } = await buildMember();
    const reply = await client.post(PROFILE, { avatar: key });
    expect([reply.status, reply.msg]).to.deep.equal([400, `avatar: ${said.en}`]);
    expect((await rowOf(key))!.uses).to.deep.equal([]);
  });
});
