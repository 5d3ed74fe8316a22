import { expect } from "chai";
import { ReviewModel } from "#shared/domains/catalog/index.js";
import { AppError } from "#shared/kernel/request/errors.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildReview } from "#test/factories/review.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { auditOf, expectGuarded } from "./audited.js";

const PAGE = "/app-api/product/comment/getCommentPage";
const VISIBLE = "/app-api/product/comment/update-visible";
const ADMIN = "/admin-api/product/comment";
const NOT_FOUND = 1008007000;

describe("reviews", () => {
  let author: BuiltMember;
  let other: BuiltMember;
  const idsOf = async (client: Client, filter: object): Promise<number[]> => {
    const reply = await client.post(PAGE, filter);
    expect([reply.status, reply.code], reply.text).to.deep.equal([200, 0]);
    return reply.data.list.map((review: { id: number }) => review.id);
  };
  before(async () => {
    author = await buildMember();
    other = await buildMember();
  });

  it("scores are the floor of the mean of the two", async () => {
    expect((await buildReview({ descriptionScores: 4, benefitScores: 5 })).scores).to.equal(4);
    expect((await buildReview({ descriptionScores: 2, benefitScores: 3 })).scores).to.equal(2);
  });

  it("an order item is reviewed once", async () => {
    const { orderItemId } = await buildReview();
    const again = await buildReview({ orderItemId }).catch((error: unknown) => error);
    expect(again).to.be.instanceOf(AppError).with.property("code", 1008007001);
  });

  it("everyone reads the reviews of a product: every field of the interface, newest first", async () => {
    const { spuId } = await buildSpu();
    const first = await buildReview({ spuId, memberId: author.member._id, picUrls: ["public/test/a.png"] });
    const second = await buildReview({ spuId });
    const { data } = await stranger.post(PAGE, { spuId: String(spuId) });
    expect(data.total).to.equal(2);
    expect(data.list.map((review: { id: number }) => review.id)).to.deep.equal([second._id, first._id]);
    expect(data.list[1]).to.deep.equal({
      id: first._id,
      userId: author.member._id,
      userNickname: "Lin",
      userAvatar: mediaUrl("public/test/lin.png"),
      anonymous: false,
      orderId: 1,
      orderItemId: first.orderItemId,
      replyStatus: false,
      replyUserId: null,
      replyContent: null,
      replyTime: null,
      additionalContent: null,
      additionalPicUrls: [],
      additionalTime: null,
      createTime: first.createdAt.getTime(),
      spuId,
      spuName: "Product",
      skuId: 1,
      skuPicUrl: mediaUrl("public/test/product.png"),
      skuProperties: [],
      scores: 5,
      descriptionScores: 5,
      benefitScores: 5,
      content: "As described",
      picUrls: [mediaUrl("public/test/a.png")],
    });
  });

  it("good is 4 and more, medium 3, bad 2 and less; goodComment is good; -1 gives all", async () => {
    const { spuId } = await buildSpu();
    const of = async (scores: number) =>
      (await buildReview({ spuId, descriptionScores: scores, benefitScores: scores }))._id;
    const [one, two, three, four, five] = [await of(1), await of(2), await of(3), await of(4), await of(5)];
    expect(await idsOf(stranger, { spuId, type: 1 })).to.deep.equal([five, four]);
    expect(await idsOf(stranger, { spuId, type: "2" })).to.deep.equal([three]);
    expect(await idsOf(stranger, { spuId, type: 3 })).to.deep.equal([two, one]);
    expect(await idsOf(stranger, { spuId, goodComment: true })).to.deep.equal([five, four]);
    expect(await idsOf(stranger, { spuId, goodComment: false })).to.have.length(5);
    expect(await idsOf(stranger, { spuId, type: 0, pageSize: 2, pageNo: 2 })).to.deep.equal([three, two]);
    expect(await idsOf(stranger, { spuId, pageSize: -1 })).to.have.length(5);
    expect(await idsOf(stranger, { spuId, type: 2, goodComment: true })).to.deep.equal([]);
    const bad = await stranger.post(PAGE, { spuId, type: 3, pageSize: 1 });
    expect([bad.data.total, bad.data.list.length]).to.deep.equal([2, 1]);
  });

  it("ten to a page unless more are asked for; -1 whatever the page's number", async () => {
    const { spuId } = await buildSpu();
    for (let count = 0; count < 12; count++) await buildReview({ spuId });
    expect(await idsOf(stranger, { spuId })).to.have.length(10);
    expect(await idsOf(stranger, { spuId, pageNo: 2 })).to.have.length(2);
    // As clients of typed languages leave a field out.
    expect(await idsOf(stranger, { spuId, type: null, pageNo: null, pageSize: null })).to.have.length(10);
    expect(await idsOf(stranger, { spuId, pageNo: "2", pageSize: "10" })).to.have.length(2);
    expect(await idsOf(stranger, { spuId, pageNo: 3 })).to.have.length(0);
    expect(await idsOf(stranger, { spuId, pageSize: -1, pageNo: 7 })).to.have.length(12);
    expect((await stranger.post(PAGE, { spuId, pageNo: 3 })).data.total).to.equal(12);
  });

  it("of an anonymous review nobody learns who wrote it", async () => {
    const { spuId } = await buildSpu();
    await buildReview({ spuId, anonymous: true, memberId: author.member._id });
    const shown = (await stranger.post(PAGE, { spuId })).data.list[0];
    expect(shown).to.include({ userId: null, userNickname: "Anonymous user", userAvatar: "", anonymous: true });
    expect(shown).to.include({ orderId: null, orderItemId: null });
    const inChinese = (await stranger.with({ "accept-language": "zh-CN" }).post(PAGE, { spuId })).data.list[0];
    expect(inChinese.userNickname).to.equal("匿名用户");
    const own = (await author.client.post(PAGE, { spuId, userId: author.member._id })).data.list[0];
    expect(own).to.include({ userId: author.member._id, userNickname: "Anonymous user", orderId: 1 });
  });

  it("with userId, or without spuId, only the caller's own", async () => {
    const { spuId } = await buildSpu();
    const mine = await buildReview({ spuId, memberId: other.member._id });
    const elsewhere = await buildReview({ memberId: other.member._id });
    await buildReview({ spuId });
    const userId = other.member._id;
    expect(await idsOf(other.client, { userId, type: 0 })).to.deep.equal([elsewhere._id, mine._id]);
    expect(await idsOf(other.client, {})).to.deep.equal([elsewhere._id, mine._id]);
    expect(await idsOf(other.client, { userId: String(userId), spuId })).to.deep.equal([mine._id]);
    expect(await idsOf(other.client, { spuId })).to.have.length(2);
    expect((await author.client.post(PAGE, { userId, spuId })).status).to.equal(403);
    expect((await stranger.post(PAGE, { userId, spuId })).status).to.equal(401);
    expect((await stranger.post(PAGE, {})).status).to.equal(401);
  });

  it("the author hides and shows it; somebody else's is as absent", async () => {
    const { spuId } = await buildSpu();
    const { _id: id } = await buildReview({ spuId, memberId: author.member._id });
    for (const [visible, shown] of [
      [false, 0],
      [true, 1],
      [0, 0],
      [1, 1],
    ] as const) {
      const reply = await author.client.post(VISIBLE, { id, visible });
      expect([reply.code, reply.data]).to.deep.equal([0, true]);
      expect(await idsOf(stranger, { spuId })).to.have.length(shown);
      const own = (await author.client.post(PAGE, { spuId, userId: author.member._id })).data.list;
      expect(own.map((review: { visible: boolean }) => review.visible)).to.deep.equal([Boolean(visible)]);
    }
    const theirs = await other.client.post(VISIBLE, { id, visible: false });
    const absent = await other.client.post(VISIBLE, { id: 999_999_999, visible: false });
    expect([theirs.code, theirs.data]).to.deep.equal([NOT_FOUND, false]);
    expect([absent.code, absent.msg]).to.deep.equal([NOT_FOUND, theirs.msg]);
    expect((await stranger.post(VISIBLE, { id, visible: false })).status).to.equal(401);
    for (const body of [{ id }, { visible: true }, { id, visible: "yes" }, { id, visible: 2 }])
      expect((await author.client.post(VISIBLE, body)).status).to.equal(400);
  });

  it("refuses bad input by name", async () => {
    const bad: [object, string][] = [
      [{ spuId: { $gt: "" } }, "spuId"],
      [{ spuId: 1, type: 4 }, "type"],
      [{ spuId: 1, goodComment: "yes" }, "goodComment"],
      [{ spuId: 1, pageSize: 101 }, "pageSize"],
      [{ spuId: 1, pageNo: 0 }, "pageNo"],
      [{ userId: [1] }, "userId"],
    ];
    for (const [body, field] of bad) {
      const reply = await author.client.post(PAGE, body);
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
  });
});

describe("reviews for operators", () => {
  let client: Client;
  let operatorId: number;
  before(async () => {
    const built = await buildOperator(["product:comment:query", "product:comment:update", "product:comment:create"]);
    client = built.client;
    operatorId = built.operator._id;
  });

  it("the page shows hidden ones too, and filters", async () => {
    const { spuId } = await buildSpu();
    const low = await buildReview({ spuId, descriptionScores: 1, benefitScores: 1, nickname: "Wang (VIP)" });
    const high = await buildReview({ spuId, orderId: 77 });
    await ReviewModel.updateOne({ _id: low._id }, { $set: { visible: false } });
    const ids = async (filter: string): Promise<number[]> => {
      const reply = await client.get(`${ADMIN}/page?spuId=${spuId}${filter}`);
      expect(reply.code, reply.text).to.equal(0);
      return reply.data.list.map((review: { id: number }) => review.id);
    };
    expect(await ids("")).to.deep.equal([high._id, low._id]);
    expect(await ids("&scores=1")).to.deep.equal([low._id]);
    expect(await ids("&orderId=77")).to.deep.equal([high._id]);
    expect(await ids(`&userNickname=${encodeURIComponent("wang (")}`)).to.deep.equal([low._id]);
    expect(await ids("&replyStatus=true")).to.deep.equal([]);
    expect(await ids("&replyStatus=false")).to.have.length(2);
    expect(await ids(`&userId=${low.memberId}`)).to.include(low._id);
    expect(await ids("&userId=999999999")).to.deep.equal([]);
    expect(await ids("&spuName=.*")).to.deep.equal([]);
    expect(await ids("&pageSize=1&pageNo=2")).to.deep.equal([low._id]);
    expect(await ids("&spuName=prod")).to.have.length(2);
    const from = low.createdAt.getTime();
    expect(await ids(`&createTime=${from}&createTime=${from + 60_000}`)).to.have.length(2);
    expect(await ids(`&createTime=0&createTime=1`)).to.have.length(0);
    const row = (await client.get(`${ADMIN}/page?spuId=${spuId}&scores=1`)).data.list[0];
    expect(row).to.include({ visible: false, hiddenByOperator: false, userNickname: "Wang (VIP)" });
    expect((await client.get(`${ADMIN}/page?createTime=x`)).status).to.equal(400);
  });

  it("a reply stands beside the review for everyone", async () => {
    const { spuId, _id: id } = await buildReview();
    const reply = await client.put(`${ADMIN}/reply`, { id, replyContent: "Thank you" });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    const shown = (await stranger.post(PAGE, { spuId })).data.list[0];
    expect(shown).to.include({ replyStatus: true, replyUserId: operatorId, replyContent: "Thank you" });
    expect(shown.replyTime).to.be.a("number");
    expect((await auditOf("comment", id)).map((row) => row.action)).to.deep.equal(["comment.reply"]);
    expect((await client.put(`${ADMIN}/reply`, { id: 999_999_999, replyContent: "x" })).code).to.equal(NOT_FOUND);
    expect((await client.put(`${ADMIN}/reply`, { id, replyContent: "" })).status).to.equal(400);
  });

  it("what an operator hid its author cannot show", async () => {
    const author = await buildMember();
    const { spuId, _id: id } = await buildReview({ memberId: author.member._id });
    expect((await client.put(`${ADMIN}/update-visible`, { id, visible: false })).data).to.equal(true);
    for (const visible of [true, false])
      for (const [language, words] of [
        ["en", "The shop has hidden this review; only the shop can show it again"],
        ["zh", "该评价已被商家隐藏，无法修改展示状态"],
      ] as const) {
        const refused = await author.client.with({ "accept-language": language }).post(VISIBLE, { id, visible });
        expect([refused.code, refused.data, refused.msg]).to.deep.equal([1008007002, false, words]);
      }
    expect((await stranger.post(PAGE, { spuId })).data.total).to.equal(0);
    expect((await client.put(`${ADMIN}/update-visible`, { id, visible: true })).data).to.equal(true);
    expect((await stranger.post(PAGE, { spuId })).data.total).to.equal(1);
    expect((await auditOf("comment", id)).map(({ before, after }) => [before, after])).to.deep.equal([
      [{ visible: true }, { visible: false }],
      [{ visible: false }, { visible: true }],
    ]);
    const absent = await client.put(`${ADMIN}/update-visible`, { id: 999_999_999, visible: true });
    expect([absent.code, absent.data]).to.deep.equal([NOT_FOUND, false]);
  });

  it("a virtual review has neither member nor order", async () => {
    const { spuId, skuIds } = await buildSpu();
    const body = { userNickname: "Chen", descriptionScores: 4, benefitScores: 3, content: "Good" };
    const reply = await client.post(`${ADMIN}/create`, { ...body, skuId: skuIds[0], picUrls: ["public/test/a.png"] });
    expect(reply.code, reply.text).to.equal(0);
    const again = await client.post(`${ADMIN}/create`, { ...body, spuId });
    expect(again.code, again.text).to.equal(0);
    const { data } = await stranger.post(PAGE, { spuId });
    expect(data.total).to.equal(2);
    expect(data.list[1]).to.include({ id: reply.data, userId: 0, userNickname: "Chen", scores: 3, orderItemId: null });
    expect((await auditOf("comment", reply.data)).map((row) => row.action)).to.deep.equal(["comment.create"]);
    expect((await client.post(`${ADMIN}/create`, { ...body, skuId: 999_999_999 })).code).to.equal(1008006000);
    expect((await client.post(`${ADMIN}/create`, { ...body, spuId: 999_999_999 })).code).to.equal(1008005001);
    for (const [wrong, field] of [
      [{}, "skuId"],
      [{ spuId, descriptionScores: 6 }, "descriptionScores"],
      [{ spuId, benefitScores: "5" }, "benefitScores"],
      [{ spuId, picUrls: ["javascript:alert(1)"] }, "picUrls.0"],
      [{ spuId, picUrls: ["public/../private/a.png"] }, "picUrls.0"],
      [{ spuId, picUrls: Array(10).fill("public/test/a.png") }, "picUrls"],
    ] as const) {
      const refused = await client.post(`${ADMIN}/create`, { ...body, ...wrong });
      expect([refused.status, refused.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
  });

  it("strangers, members and other operators may not", () =>
    expectGuarded([
      ["GET", `${ADMIN}/page`],
      ["PUT", `${ADMIN}/reply`],
      ["PUT", `${ADMIN}/update-visible`],
      ["POST", `${ADMIN}/create`],
    ]));
});
