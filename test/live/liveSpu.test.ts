import { expect } from "chai";
import { LiveMountModel } from "#shared/domains/live/mount/liveMount.model.js";
import { invalidateShelf } from "#shared/domains/catalog/product/shelf.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { buildLive, buildLiveMount, readLiveMount } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildLevel } from "#test/factories/level.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildCategory, buildSpu } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { ABSENT, auditOf } from "./support.js";
import { unversioned } from "#test/support/unversioned.js";

const MOUNT = "/admin-api/cloudlive/live-spu";
const LIST = "product/spu/getLiveSpuList";
const DETAIL = "product/spu/getLiveSpuDetail";
const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

describe("products in a live, as operators keep them", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });
  const explain = (id: number, explainStatus = 1) =>
    client.put(`${MOUNT}/update-explain-status`, { id, explainStatus });

  it("create, get, update, page, delete, each write with its audit row", async () => {
    const { live } = await buildLive();
    const { spuId } = await buildSpu();
    const made = await client.post(`${MOUNT}/create`, { liveId: live._id, spuId, sort: 4 });
    expect([made.status, made.code], made.msg).to.deep.equal([200, 0]);
    const id = made.data as number;
    const { data } = await client.get(`${MOUNT}/get?id=${id}`);
    const { createTime, updateTime } = data;
    const first = { id, liveId: live._id, spuId, status: 1, sort: 4, explainStatus: 0, createTime, updateTime };
    expect(unversioned(data)).to.deep.equal(first);
    expect((await client.put(`${MOUNT}/update`, { ...data, sort: 2, explainStatus: 1 })).data).to.equal(true);
    expect(await readLiveMount(id)).to.include({ sort: 2, explainStatus: 1, status: 1 });
    const search = `liveId=${live._id}&spuId=${spuId}&status=1&explainStatus=1`;
    const { data: page } = await client.get(
      `${MOUNT}/page?${search}&createTime=${createTime}&createTime=${createTime}`,
    );
    expect([page.total, ids(page.list)]).to.deep.equal([1, [id]]);
    expect((await client.get(`${MOUNT}/page?liveId=${live._id}&status=0`)).data.total).to.equal(0);
    expect((await client.put(`${MOUNT}/update`, { id, liveId: live._id + 1 })).msg).to.match(/^liveId:/);
    expect((await client.put(`${MOUNT}/update`, { id, spuId: spuId + 1 })).status).to.equal(400);
    expect((await client.delete(`${MOUNT}/delete?id=${id}`)).data).to.equal(true);
    for (const reply of [
      await client.get(`${MOUNT}/get?id=${id}`),
      await client.delete(`${MOUNT}/delete?id=${id}`),
      await client.put(`${MOUNT}/update`, { id }),
      await explain(id),
    ])
      expect(reply.code).to.equal(1015003000);
    const verbs = ["create", "update", "delete"];
    expect(await auditOf("live-spu", id)).to.deep.equal(verbs.map((verb) => `live-spu.${verb}`));
    // Out of the live, it may come again.
    expect((await client.post(`${MOUNT}/create`, { liveId: live._id, spuId })).code).to.equal(0);
  });

  it("a product stands once in a live, and both must be there", async () => {
    const { live } = await buildLive({ started: false });
    const { spuId } = await buildSpu();
    const liveId = live._id;
    expect((await client.post(`${MOUNT}/create`, { liveId: ABSENT, spuId })).code).to.equal(1015002000);
    expect((await client.post(`${MOUNT}/create`, { liveId, spuId: ABSENT })).code).to.equal(1008005001);
    const { spuId: binned } = await buildSpu({ status: -1 });
    expect((await client.post(`${MOUNT}/create`, { liveId, spuId: binned })).code).to.equal(1008005001);
    const made = await Promise.all([1, 2, 3, 4].map(() => client.post(`${MOUNT}/create`, { liveId, spuId })));
    expect(made.map(({ code }) => code).sort()).to.deep.equal([0, ...Array(3).fill(1015003001)]);
    expect(await LiveMountModel.countDocuments({ liveId })).to.equal(1);
  });

  it("one is explained at a time, however many are asked for at once", async () => {
    const { live } = await buildLive();
    const mounts = [];
    for (let index = 0; index < 4; index++) mounts.push((await buildLiveMount(live._id)).mountId);
    const explained = () => LiveMountModel.find({ liveId: live._id, explainStatus: 1 }).lean();
    expect((await explain(mounts[0]!)).data).to.equal(true);
    expect((await explain(mounts[1]!)).data).to.equal(true);
    expect((await explained()).map(({ _id }) => _id)).to.deep.equal([mounts[1]]);
    const replies = await Promise.all(mounts.map((id) => explain(id)));
    expect(replies.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(await explained()).to.have.length(1);
    const [one] = await explained();
    expect((await explain(one!._id, 0)).data).to.equal(true);
    expect(await explained()).to.have.length(0);
    expect((await explain(one!._id, 0)).data).to.equal(true);
    const fresh = (await buildSpu()).spuId;
    await explain(mounts[0]!);
    await client.post(`${MOUNT}/create`, { liveId: live._id, spuId: fresh, explainStatus: 1 });
    expect((await explained()).map(({ spuId }) => spuId)).to.deep.equal([fresh]);
    // Another live is another matter.
    const other = await buildLive();
    const { mountId } = await buildLiveMount(other.live._id);
    await explain(mountId);
    expect(await explained()).to.have.length(1);
  });

  it("off the live's shelf nothing is explained", async () => {
    const { live } = await buildLive();
    const { mountId } = await buildLiveMount(live._id, { explainStatus: 1 });
    expect((await client.put(`${MOUNT}/update-status`, { id: mountId, status: 0 })).data).to.equal(true);
    expect(await readLiveMount(mountId)).to.include({ status: 0, explainStatus: 0 });
    const refused = await explain(mountId);
    expect([refused.code, refused.data]).to.deep.equal([1015003002, false]);
    const { spuId } = await buildSpu();
    const both = { liveId: live._id, spuId, status: 0, explainStatus: 1 };
    expect((await client.post(`${MOUNT}/create`, both)).code).to.equal(1015003002);
    expect((await client.put(`${MOUNT}/update`, { id: mountId, status: 1, explainStatus: 1 })).data).to.equal(true);
    expect(await readLiveMount(mountId)).to.include({ status: 1, explainStatus: 1 });
  });

  it("the page stands in the live's order, or by time", async () => {
    const { live } = await buildLive();
    const last = (await buildLiveMount(live._id, { sort: 9 })).mountId;
    const first = (await buildLiveMount(live._id, { sort: 1 })).mountId;
    const list = async (more = ""): Promise<number[]> =>
      ids((await client.get(`${MOUNT}/page?liveId=${live._id}${more}`)).data.list);
    expect(await list()).to.deep.equal([first, last]);
    expect(await list("&sortField=createTime")).to.deep.equal([first, last]);
    expect(await list("&sortField=createTime&sortAsc=true")).to.deep.equal([last, first]);
    expect((await client.put(`${MOUNT}/update-sort`, { id: first, sort: 10 })).data).to.equal(true);
    expect(await list()).to.deep.equal([last, first]);
    expect(await list("&sortField=updateTime")).to.deep.equal([first, last]);
    for (const bad of ["sortField=price", "status=2", "explainStatus=x", "sortAsc=1"])
      expect((await client.get(`${MOUNT}/page?${bad}`)).status, bad).to.equal(400);
  });
});

describe("products in a live, as members see them", () => {
  let client: Client;
  let operator: Client;
  before(async () => {
    client = (await buildMember()).client;
    operator = (await buildOperator(["*"])).client;
  });
  const bothWays = [
    ["a member", (path: string, body: object) => client.post(`/app-api/${path}`, body)],
    ["an operator", (path: string, body: object) => operator.post(`/admin-api/${path}`, body)],
  ] as const;

  for (const [who, post] of bothWays) {
    it(`${who} lists them in the live's order; status 0 asks for the shelf, 1 for what is off it`, async () => {
      const { live } = await buildLive();
      const liveId = live._id;
      const off = await buildLiveMount(liveId, { sort: 1, status: 0 });
      const explained = await buildLiveMount(liveId, { sort: 3, explainStatus: 1 });
      const shown = await buildLiveMount(liveId, { sort: 2 });
      const list = async (more: object = {}): Promise<number[]> => {
        const reply = await post(LIST, { liveId, ...more });
        expect([reply.status, reply.code], reply.msg).to.deep.equal([200, 0]);
        return ids(reply.data);
      };
      expect(await list()).to.deep.equal([off.spuId, shown.spuId, explained.spuId]);
      expect(await list({ status: 0 })).to.deep.equal([shown.spuId, explained.spuId]);
      expect(await list({ status: "1" })).to.deep.equal([off.spuId]);
      expect(await list({ explainStatus: 1 })).to.deep.equal([explained.spuId]);
      expect(await list({ explainStatus: 0, status: 0 })).to.deep.equal([shown.spuId]);
      expect(await list({ liveId: ABSENT })).to.deep.equal([]);
      const [row] = (await post(LIST, { liveId, explainStatus: 1 })).data;
      expect(row.liveProductBaseInfoRespApiVO).to.include({
        id: explained.mountId,
        liveId,
        spuId: explained.spuId,
        status: 1,
        sort: 3,
        explainStatus: 1,
      });
      expect(row).to.include({ price: 9_900, stock: 100 });
    });

    it(`${who} opens the one that is explained`, async () => {
      const { live } = await buildLive();
      const liveId = live._id;
      const { spuId: plain } = await buildLiveMount(liveId, { sort: 1 });
      const { mountId, spuId } = await buildLiveMount(liveId, { sort: 2, explainStatus: 1 });
      const reply = await post(DETAIL, { liveId, explainStatus: 1 });
      expect([reply.status, reply.code], reply.msg).to.deep.equal([200, 0]);
      expect(reply.data).to.include({ id: spuId, price: 9_900 });
      expect(reply.data.skus).to.have.length(1);
      expect(reply.data.liveProductBaseInfo).to.include({ id: mountId, liveId, spuId, explainStatus: 1, status: 1 });
      expect((await post(DETAIL, { liveId, explainStatus: 0, status: 0 })).data.id).to.equal(plain);
      expect((await post(DETAIL, { liveId, explainStatus: 1, status: 1 })).code).to.equal(1008005000);
    });

    it(`${who} is told 1008005000, 001 and 002 when nothing can be shown`, async () => {
      const { live } = await buildLive();
      const liveId = live._id;
      const codeOf = async (body: object = {}): Promise<unknown[]> => {
        const reply = await post(DETAIL, { liveId, explainStatus: 1, ...body });
        return [reply.status, reply.code, reply.data];
      };
      const { mountId, spuId } = await buildLiveMount(liveId);
      expect(await codeOf()).to.deep.equal([200, 1008005000, null]);
      expect(await codeOf({ liveId: ABSENT })).to.deep.equal([200, 1008005000, null]);
      await operator.put(`${MOUNT}/update-explain-status`, { id: mountId, explainStatus: 1 });
      const shelve = (status: number) => operator.put("/admin-api/product/spu/update-status", { id: spuId, status });
      await shelve(0);
      expect(await codeOf()).to.deep.equal([200, 1008005002, null]);
      await shelve(-1);
      expect(await codeOf()).to.deep.equal([200, 1008005001, null]);
      await operator.delete(`/admin-api/product/spu/delete?id=${spuId}`);
      expect(await codeOf()).to.deep.equal([200, 1008005001, null]);
      await LiveMountModel.updateOne({ _id: mountId }, { $set: { spuId: 0 } });
      expect(await codeOf()).to.deep.equal([200, 1008005000, null]);
      await operator.put("/admin-api/cloudlive/live-base-info/end", { id: liveId });
      await operator.delete(`/admin-api/cloudlive/live-base-info/delete?id=${liveId}`);
      expect(await codeOf({ explainStatus: 0 })).to.deep.equal([200, 1008005000, null]);
    });

    it(`${who} must say which live, and for the detail whether explained`, async () => {
      for (const [path, body, field] of [
        [LIST, {}, "liveId"],
        [LIST, { liveId: 1, status: 2 }, "status"],
        [LIST, { liveId: 1, explainStatus: "a" }, "explainStatus"],
        [DETAIL, { explainStatus: 1 }, "liveId"],
        [DETAIL, { liveId: 1 }, "explainStatus"],
        [DETAIL, { liveId: 1, explainStatus: 1, status: { $gt: "" } }, "status"],
      ] as [string, object, string][]) {
        const reply = await post(path, body);
        expect([reply.status, reply.msg.split(":")[0]], reply.msg).to.deep.equal([400, field]);
      }
    });
  }

  it("what left the shop's shelf is listed to operators alone, what is binned to none", async () => {
    const { live } = await buildLive();
    const liveId = live._id;
    const { spuId } = await buildLiveMount(liveId);
    const listed = async (post: (typeof bothWays)[number][1]): Promise<number[]> =>
      ids((await post(LIST, { liveId })).data);
    await SpuModel.updateOne({ _id: spuId }, { $set: { status: 0 } });
    invalidateShelf(spuId);
    expect([await listed(bothWays[0][1]), await listed(bothWays[1][1])]).to.deep.equal([[], [spuId]]);
    await SpuModel.updateOne({ _id: spuId }, { $set: { status: -1 } });
    expect([await listed(bothWays[0][1]), await listed(bothWays[1][1])]).to.deep.equal([[], []]);
  });

  it("vipPrice is the caller's own, and nobody's to an operator", async () => {
    const { live } = await buildLive();
    const liveId = live._id;
    await buildLiveMount(liveId, { explainStatus: 1 });
    const level = await buildLevel({ discountPercent: 80 });
    const { client: vip } = await buildMember({ levelId: level._id });
    const pricesOf = async (post: (path: string, body: object) => Promise<any>): Promise<unknown[]> => [
      (await post(LIST, { liveId })).data[0].vipPrice,
      (await post(DETAIL, { liveId, explainStatus: 1 })).data.skus[0].vipPrice,
    ];
    expect(await pricesOf((path, body) => vip.post(`/app-api/${path}`, body))).to.deep.equal([7_920, 7_920]);
    expect(await pricesOf(bothWays[0][1])).to.deep.equal([null, null]);
    expect(await pricesOf(bothWays[1][1])).to.deep.equal([null, null]);
  });

  it("the ordinary detail has the same two codes, and a product of a first-level category 1008005010", async () => {
    const post = (id: number) => client.post("/app-api/product/spu/getSpuDetail", { id });
    const { spuId: off } = await buildSpu({ status: 0 });
    const { spuId: binned } = await buildSpu({ status: -1 });
    const codes = [await post(ABSENT), await post(binned), await post(off)].map(({ code }) => code);
    expect(codes).to.deep.equal([1008005001, 1008005001, 1008005002]);
    const { parentId: categoryId } = await buildCategory();
    const product = { name: "Tea", categoryId, brandId: await buildBrand(), picUrl: "public/test/product.png" };
    const made = await operator.post("/admin-api/product/spu/create", { ...product, skus: [{ price: 1, stock: 1 }] });
    expect(made.code).to.equal(1008005010);
  });

  it("needs a token", async () => {
    for (const path of [LIST, DETAIL])
      expect((await stranger.post(`/app-api/${path}`, { liveId: 1, explainStatus: 1 })).status).to.equal(401);
    expect((await operator.post(`/app-api/${LIST}`, { liveId: 1 })).status).to.equal(401);
    expect((await client.post(`/admin-api/${LIST}`, { liveId: 1 })).status).to.equal(401);
  });
});
