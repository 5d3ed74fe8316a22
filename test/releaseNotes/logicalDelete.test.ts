import { expect } from "chai";
import { MessageModel } from "#shared/domains/website/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildUnpaidOrder, reloadOrder } from "#test/factories/order.js";
import { fresh } from "#test/factories/website.js";
import { stranger } from "#test/support/client.js";
import { nouns } from "#test/website/nouns.js";

const ADMIN = "/admin-api/website";
const SITE = "/app-api/website";
type Row = Record<string, unknown>;

/** Where visitors meet a noun, as text; undefined for what they cannot see yet. */
const shownAt: Record<string, ((row: Row) => string[]) | undefined> = {
  product: ({ _id }) => ["/product/list", `/product/${_id}`],
  "product-review": ({ productId }) => [`/product/${productId}/reviews`],
  solution: ({ _id }) => ["/solution/list", `/solution/${_id}`],
  "solution-category": () => ["/solution/categories"],
  source: ({ _id }) => ["/source/list", `/source/${_id}`],
  team: () => ["/about/team"],
  demo: () => ["/demo/list"],
  // One that is in force is never deleted; one to come is not shown yet.
  policy: undefined,
};

const rowOf = async (collection: string, id: number): Promise<Row> => {
  // Past the models, which show only rows that are alive.
  const row = await models.get(collection)!.collection.findOne({ _id: id as never });
  const { deletedAt = null, deletedBy = null, updatedAt: _, ...rest } = JSON.parse(JSON.stringify(row)) as Row;
  return { deletedAt, deletedBy, rest };
};

describe("release 3.2.0: logical-delete field on entities", () => {
  let by: BuiltOperator;
  before(async () => {
    by = await buildOperator(["*"]);
  });

  it("every noun of the website that is kept by operators is among them", () => {
    expect(nouns.map(({ noun }) => noun).sort()).to.deep.equal(Object.keys(shownAt).sort());
  });

  for (const { noun, collection, body, named, absent } of nouns)
    it(`a deleted ${noun} is gone for visitors and operators; its row stays whole, with who and when`, async () => {
      const name = fresh("删除");
      const { data: id } = await by.client.post(`${ADMIN}/${noun}/create`, { ...(await body()), [named]: name });
      const before = await rowOf(collection, id);
      expect([before["deletedAt"], before["deletedBy"]]).to.deep.equal([null, null]);
      const pages = shownAt[noun]?.({ ...(before["rest"] as Row), _id: id }) ?? [];
      for (const page of pages) expect((await stranger.get(SITE + page)).text, page).to.include(name);
      const from = clock.ms();
      expect((await by.client.delete(`${ADMIN}/${noun}/delete?id=${id}`)).data).to.equal(true);
      for (const page of pages) expect((await stranger.get(SITE + page)).text, page).not.to.include(name);
      expect((await by.client.get(`${ADMIN}/${noun}/get?id=${id}`)).code).to.equal(absent);
      const found = await by.client.get(`${ADMIN}/${noun}/page?keyword=${encodeURIComponent(name)}`);
      expect([found.code, found.data]).to.deep.equal([0, { list: [], total: 0 }]);
      for (const verb of ["publish", "sort"])
        expect(
          (await by.client.put(`${ADMIN}/${noun}/${verb}`, { id, published: true, sortOrder: 1 })).code,
          verb,
        ).to.equal(absent);
      const after = await rowOf(collection, id);
      expect(after["rest"]).to.deep.equal(before["rest"]);
      expect(after["deletedBy"]).to.equal(by.operator._id);
      expect(Date.parse(String(after["deletedAt"]))).to.be.within(from, clock.ms());
    });

  it("so is a visitor's message", async () => {
    const subject = fresh("留言");
    await stranger.post(`${SITE}/about/message`, { name: "王", email: "w@example.com", subject, message: "您好" });
    const { _id } = (await MessageModel.findOne({ subject }).lean())!;
    expect((await by.client.delete(`${ADMIN}/message/delete?id=${_id}`)).data).to.equal(true);
    expect((await by.client.get(`${ADMIN}/message/get?id=${_id}`)).code).to.equal(1017008000);
    expect(await MessageModel.findById(_id)).to.equal(null);
    const row = await withDeleted(MessageModel.findById(_id)).lean();
    expect(row).to.include({ subject, deletedBy: by.operator._id });
    expect(row!.deletedAt).to.be.instanceOf(Date);
  });

  it("and an order that its member deletes: operators still have it", async () => {
    const { client, order } = await buildUnpaidOrder();
    const id = order._id;
    expect((await client.post("/app-api/trade/order/cancel", { id })).data).to.equal(true);
    const deleted = await client.post("/app-api/trade/order/delete", { id });
    expect([deleted.code, deleted.data], deleted.msg).to.deep.equal([0, true]);
    expect((await client.get(`/app-api/trade/order/getOrderDetail?id=${id}`)).code).to.be.greaterThan(1_000_000);
    expect((await reloadOrder(id)).order.deletedAt).to.be.instanceOf(Date);
    const { code, data } = await by.client.get(`/admin-api/trade/order/get-detail?id=${id}`);
    expect([code, data.id]).to.deep.equal([0, id]);
  });
});
