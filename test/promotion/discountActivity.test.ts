import { expect } from "chai";
import { shelveSpu } from "#shared/domains/catalog/index.js";
import { closeDiscountActivity, DiscountActivityModel, runningDiscounts } from "#shared/domains/promotion/index.js";
import type { DiscountProduct } from "#shared/domains/promotion/discount/discountActivity.model.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { clock, days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildDiscountActivity } from "#test/factories/promotion.js";
import { buildSpu, type BuiltSpu } from "#test/factories/spu.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";
import { unversioned } from "#test/support/unversioned.js";

const GET = "/app-api/promotion/discount-activity/getDiscountActivity";
const PAGE = "/app-api/promotion/discount-activity/getDiscountActivityPage";
const ADMIN = "/admin-api/promotion/discount-activity";

const percentOff = ({ spuId, skuIds }: BuiltSpu, percent = 80): DiscountProduct => ({
  spuId,
  skuId: skuIds[0]!,
  kind: "percent",
  percent,
  amountFen: null,
});
const amountOff = ({ spuId, skuIds }: BuiltSpu, amountFen = 500): DiscountProduct => ({
  spuId,
  skuId: skuIds[0]!,
  kind: "amount",
  percent: null,
  amountFen,
});
type Row = { skuId: number };
const rowOf = (data: { products: Row[] }, { skuIds }: BuiltSpu) => data.products.find((row) => row.skuId === skuIds[0]);

before(() => startService());
afterEach(async () => {
  heldClock.release();
  const open = await DiscountActivityModel.find({ status: 0 }).lean();
  for (const { _id } of open) await closeDiscountActivity(_id);
});

describe("what is discounted now", () => {
  it("is told to everybody, with the price that is paid", async () => {
    const percent = await buildSpu({ price: 999 });
    const amount = await buildSpu({ price: 2_000 });
    const dear = await buildSpu({ price: 300 });
    await buildDiscountActivity({
      products: [percentOff(percent), amountOff(amount), amountOff(dear)],
      remark: "All week",
      imgUrl: "public/test/poster.png",
    });
    for (const client of [stranger, (await buildMember()).client]) {
      const { code, data, msg } = await client.get(GET);
      expect(code, msg).to.equal(0);
      expect(data.products).to.have.length(3);
      expect(data.remark).to.equal("All week");
      expect(data.imgUrl).to.match(/^http.*\/public\/test\/poster\.png$/);
      const row = rowOf(data, percent) as Row & { picUrl: string };
      expect(row).to.deep.equal({
        spuId: percent.spuId,
        spuName: percent.spu.name,
        picUrl: row.picUrl,
        skuId: percent.skuIds[0],
        discountType: 2,
        discountPercent: 80,
        discountPrice: 0,
        price: 999,
        salePrice: 799,
      });
      expect(row.picUrl).to.match(/^http/);
      expect(rowOf(data, amount)).to.include({ discountType: 4, discountPrice: 500, price: 2_000, salePrice: 1_500 });
      expect(rowOf(data, dear)).to.include({ price: 300, salePrice: 0 });
    }
  });

  it("comes page by page", async () => {
    const spus = [];
    for (let index = 0; index < 12; index++) spus.push(await buildSpu());
    await buildDiscountActivity({ products: spus.map((spu) => percentOff(spu)), remark: "Paged" });
    const first = await stranger.post(PAGE);
    expect([first.code, first.data.remark, first.data.products.length]).to.deep.equal([0, "Paged", 10]);
    const second = await stranger.post(PAGE, { pageNo: 2 });
    expect(second.data.products).to.have.length(2);
    const skus = [...first.data.products, ...second.data.products].map(({ skuId }: Row) => skuId);
    expect(skus).to.deep.equal(spus.map(({ skuIds }) => skuIds[0]));
    expect((await stranger.post(PAGE, { pageNo: 3 })).data.products).to.deep.equal([]);
    for (const bad of [{ pageSize: 0 }, { pageSize: 101 }, { pageNo: { $gt: "" } }])
      expect((await stranger.post(PAGE, bad)).status).to.equal(400);
  });

  it("leaves out what is off shelf; nothing is an empty list", async () => {
    const empty = await stranger.get(GET);
    expect(empty.data).to.deep.equal({ products: [], remark: "", imgUrl: "" });
    expect((await stranger.post(PAGE)).data).to.deep.equal({ products: [], remark: "" });
    const spu = await buildSpu();
    await buildDiscountActivity({ products: [percentOff(spu)] });
    expect((await stranger.get(GET)).data.products).to.have.length(1);
    await shelveSpu(spu.spuId, 0);
    expect((await stranger.get(GET)).data.products).to.deep.equal([]);
  });

  it("begins and ends at its moments, also while it is remembered", async () => {
    const spu = await buildSpu();
    const startAt = clock.after(hours(1));
    const endAt = clock.after(hours(2));
    await buildDiscountActivity({ products: [percentOff(spu)], startAt, endAt });
    const runs = async (at: number): Promise<boolean> => {
      heldClock.hold(at);
      const found = await runningDiscounts(spu.skuIds, clock.now());
      expect((await stranger.get(GET)).data.products).to.have.length(found.size);
      return found.size === 1;
    };
    expect(await runs(startAt.getTime() - 1)).to.equal(false);
    expect(await runs(startAt.getTime())).to.equal(true);
    expect(await runs(endAt.getTime() - 1)).to.equal(true);
    expect(await runs(endAt.getTime())).to.equal(false);
  });

  it("is forgotten at once when an operator closes it", async () => {
    const spu = await buildSpu();
    const activityId = await buildDiscountActivity({ products: [amountOff(spu)], name: "Closing" });
    const found = await runningDiscounts([...spu.skuIds, 99_999_999], clock.now());
    expect([...found.values()]).to.deep.equal([
      { ...amountOff(spu), activityId, name: "Closing", endAt: found.get(spu.skuIds[0]!)!.endAt },
    ]);
    await closeDiscountActivity(activityId);
    expect((await runningDiscounts(spu.skuIds, clock.now())).size).to.equal(0);
  });
});

describe("operators of discount activities", () => {
  let operator: BuiltOperator;
  before(async () => {
    operator = await buildOperator(
      ["create", "update", "close", "delete", "query"].map((verb) => `promotion:discount-activity:${verb}`),
    );
  });
  const body = (spus: BuiltSpu[], overrides: object = {}) => ({
    name: `Sale ${process.pid}`,
    startTime: clock.ms() - hours(1),
    endTime: clock.ms() + days(1),
    remark: "Half a day",
    imgUrl: "",
    products: spus.map(({ spuId, skuIds }) => ({ spuId, skuId: skuIds[0], discountType: 4, discountPrice: 100 })),
    ...overrides,
  });

  it("create, read, change, close and delete them, each write audited", async () => {
    const { client } = operator;
    const spu = await buildSpu();
    const created = await client.post(`${ADMIN}/create`, body([spu]));
    expect(created.code, created.msg).to.equal(0);
    const id = created.data as number;
    const got = await client.get(`${ADMIN}/get?id=${id}`);
    expect(got.data).to.include({
      id,
      name: `Sale ${process.pid}`,
      status: 0,
      activityStatus: 20,
      remark: "Half a day",
    });
    expect(got.data.products).to.deep.equal([
      { spuId: spu.spuId, skuId: spu.skuIds[0], discountType: 4, discountPercent: null, discountPrice: 100 },
    ]);
    // What get gave goes back as it is.
    const changed = await client.put(`${ADMIN}/update`, { ...got.data, remark: "A whole day" });
    expect([changed.code, changed.data], changed.msg).to.deep.equal([0, true]);
    const after = unversioned((await client.get(`${ADMIN}/get?id=${id}`)).data);
    expect(after).to.deep.equal(unversioned({ ...got.data, remark: "A whole day" }));
    expect((await client.delete(`${ADMIN}/delete?id=${id}`)).code).to.equal(1013001003);
    expect((await client.put(`${ADMIN}/close`, { id })).data).to.equal(true);
    expect((await client.put(`${ADMIN}/close?id=${id}`)).code).to.equal(1013001004);
    expect((await client.put(`${ADMIN}/update`, { ...got.data, id })).code).to.equal(1013001002);
    const page = await client.get(`${ADMIN}/page?status=1&name=sale`);
    expect(page.data.list.find((row: { id: number }) => row.id === id)).to.include({ activityStatus: 40 });
    expect((await client.get(`${ADMIN}/page?status=0&name=sale`)).data.total).to.equal(0);
    expect((await client.delete(`${ADMIN}/delete?id=${id}`)).data).to.equal(true);
    for (const gone of [
      await client.get(`${ADMIN}/get?id=${id}`),
      await client.put(`${ADMIN}/update`, { ...got.data, id }),
      await client.put(`${ADMIN}/close`, { id }),
      await client.delete(`${ADMIN}/delete?id=${id}`),
    ])
      expect([gone.status, gone.code]).to.deep.equal([200, 1013001000]);
    const audited = await OperationLogModel.find({ module: "promotion", bizId: String(id), action: /^discount/ })
      .sort({ _id: 1 })
      .lean();
    expect(audited.map(({ action, operatorId }) => [action, operatorId])).to.deep.equal(
      ["create", "update", "close", "delete"].map((verb) => [`discountActivity.${verb}`, operator.operator._id]),
    );
    expect(audited[1]!.before).to.include({ remark: "Half a day" });
    expect(audited[1]!.after).to.include({ remark: "A whole day" });
  });

  it("put a product into one activity alone, also when two save at once", async () => {
    const { client } = operator;
    const [shared, other] = [await buildSpu(), await buildSpu()];
    const first = body([shared], { name: "First come" });
    const ends = await Promise.all(Array.from({ length: 4 }, () => client.post(`${ADMIN}/create`, first)));
    expect(ends.map(({ code }) => code).sort()).to.deep.equal([0, 1013001001, 1013001001, 1013001001]);
    expect(ends.find(({ code }) => code !== 0)!.msg).to.include("First come");
    const second = await client.post(`${ADMIN}/create`, body([other]));
    const update = { id: second.data, ...body([other, shared]) };
    expect((await client.put(`${ADMIN}/update`, update)).code).to.equal(1013001001);
    // An activity does not stand in its own way, one that is closed or over in nobody's.
    expect((await client.put(`${ADMIN}/update`, { id: second.data, ...body([other]) })).code).to.equal(0);
    await client.put(`${ADMIN}/close`, { id: ends.find(({ code }) => code === 0)!.data });
    expect((await client.put(`${ADMIN}/update`, update)).code).to.equal(0);
    const third = await buildSpu();
    const soonOver = body([third], { endTime: clock.ms() + hours(1) });
    expect((await client.post(`${ADMIN}/create`, soonOver)).code).to.equal(0);
    expect((await client.post(`${ADMIN}/create`, body([third]))).code).to.equal(1013001001);
    heldClock.hold(clock.ms() + hours(1));
    expect((await client.post(`${ADMIN}/create`, body([third]))).code).to.equal(0);
  });

  it("name variants that are there", async () => {
    const { client } = operator;
    const [one, two] = [await buildSpu(), await buildSpu()];
    const product = { spuId: one.spuId, skuId: one.skuIds[0], discountType: 2, discountPercent: 50 };
    for (const wrong of [{ skuId: 99_999_999 }, { spuId: two.spuId }, { skuId: two.skuIds[0] }]) {
      const reply = await client.post(`${ADMIN}/create`, body([], { products: [{ ...product, ...wrong }] }));
      expect([reply.status, reply.code]).to.deep.equal([200, 1008006000]);
    }
  });

  it("must give each field in its form", async () => {
    const { client } = operator;
    const spu = await buildSpu();
    const product = { spuId: spu.spuId, skuId: spu.skuIds[0], discountType: 2, discountPercent: 50 };
    const bad: [object, string][] = [
      [{ name: "" }, "name"],
      [{ name: { $gt: "" } }, "name"],
      [{ startTime: "soon" }, "startTime"],
      [{ startTime: 0 }, "startTime"],
      [{ endTime: clock.ms() - hours(2) }, "endTime"],
      [{ remark: { $gt: "" } }, "remark"],
      [{ imgUrl: "javascript:alert(1)" }, "imgUrl"],
      [{ products: [] }, "products"],
      [{ products: [product, product] }, "products"],
      [{ products: [{ ...product, discountType: 1 }] }, "products.0.discountType"],
      [{ products: [{ ...product, discountPercent: 100 }] }, "products.0.discountPercent"],
      [{ products: [{ ...product, discountPercent: undefined }] }, "products.0.discountPercent"],
      [{ products: [{ ...product, discountType: 4 }] }, "products.0.discountPrice"],
      [{ products: [{ ...product, discountType: 4, discountPrice: 0 }] }, "products.0.discountPrice"],
    ];
    for (const [field, name] of bad) {
      const reply = await client.post(`${ADMIN}/create`, body([spu], field));
      expect([reply.status, reply.msg.split(":")[0]], JSON.stringify(field)).to.deep.equal([400, name]);
    }
    expect((await client.put(`${ADMIN}/close`)).status).to.equal(400);
    expect(await DiscountActivityModel.countDocuments({ "products.spuId": spu.spuId })).to.equal(0);
  });

  it("need the permission of each endpoint", async () => {
    const nobody = await buildOperator(["promotion:coupon:query"]);
    const { client } = await buildMember();
    for (const caller of [stranger, client, nobody.client]) {
      const expected = caller === nobody.client ? 403 : 401;
      expect((await caller.post(`${ADMIN}/create`, {})).status).to.equal(expected);
      expect((await caller.put(`${ADMIN}/update`, {})).status).to.equal(expected);
      expect((await caller.put(`${ADMIN}/close`, {})).status).to.equal(expected);
      expect((await caller.delete(`${ADMIN}/delete?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${ADMIN}/get?id=1`)).status).to.equal(expected);
      expect((await caller.get(`${ADMIN}/page`)).status).to.equal(expected);
    }
  });

  it("write in one transaction", async () => {
    const spu = await buildSpu();
    const writes = await writesDuring(() => operator.client.post(`${ADMIN}/create`, body([spu])));
    const strays = writes.filter(({ collection, inTransaction }) => !inTransaction && collection !== "counters");
    expect(strays).to.deep.equal([]);
    expect(writes.map(({ collection }) => collection)).to.include.members(["discountActivities", "operationLogs"]);
  });
});
