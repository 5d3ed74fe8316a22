import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { adminErrors, OperatorModel } from "#shared/domains/operator/index.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { readSpu } from "#test/factories/spu.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { deletables } from "./deletable.js";
import { freshName, type Deletable } from "./deletableSupport.js";

const RECYCLE = "/admin-api/infra/recycle";

/** Deletions that are none of a row that operators keep, and what becomes of the row. */
const others: Record<string, string> = {
  "/admin-api/system/session/delete": "a session ends; its row says so until it expires",
  "/admin-api/system/user/session/delete": "a session ends",
  "/admin-api/system/user/profile/session/delete": "a session ends",
  "/admin-api/infra/file/delete": "the object leaves the store for good; the row stays with who and when",
  "/admin-api/cloudvod/vod/delete": "a member's video goes, at the platform too; its row stays in its last state",
  "/admin-api/promotion/coupon/delete": "a member's coupon is taken back; its template has one more again",
};

describe("what operators delete", () => {
  let admin: BuiltOperator;
  before(async () => {
    await startService();
    await seedDelivery();
    admin = await buildOperator();
  });

  const restore = (kind: string, id: number) => admin.client.put(`${RECYCLE}/restore`, { kind, id });
  const remove = ({ base }: Deletable, id: number) => admin.client.delete(`/admin-api/${base}/delete?id=${id}`);
  const rawOf = ({ model }: Deletable, id: number) =>
    model.findById(id).setOptions({ withDeleted: true }).lean<{ deletedAt?: Date; deletedBy?: number }>();
  async function isListed({ base, page = "" }: Deletable, id: number): Promise<boolean> {
    // Other tests of the run have rows of their own in the list.
    for (let pageNo = 1; pageNo <= 100; pageNo++) {
      const reply = await admin.client.get(`/admin-api/${base}/page?pageNo=${pageNo}&pageSize=100&${page ?? ""}`);
      expect(reply.code, reply.msg).to.equal(0);
      if (reply.data.list.some((row: { id: number }) => row.id === id)) return true;
      if (reply.data.list.length < 100) return false;
    }
    return false;
  }
  async function inBin(kind: string, id: number) {
    const { code, msg, data } = await admin.client.get(`${RECYCLE}/page?kind=${kind}&pageNo=1&pageSize=100`);
    expect(code, msg).to.equal(0);
    return data.list.find((row: { id: number }) => row.id === id);
  }

  it("is every kind that has a delete endpoint", () => {
    const deletes = endpoints
      .filter(({ method, access }) => method === "delete" && access.kind === "operator")
      .map(({ path }) => path);
    const known = [...deletables.map(({ base }) => `/admin-api/${base}/delete`), ...Object.keys(others)];
    expect(deletes).to.have.members(known);
  });

  for (const one of deletables)
    it(`${one.kind}: stays with who and when, is gone from lists, frees its name, and can be brought back`, async () => {
      const name = freshName();
      const id = await one.build(admin.client, name);
      expect((await remove(one, id)).data, "deleted").to.equal(true);
      const row = await rawOf(one, id);
      expect(row?.deletedAt).to.be.instanceOf(Date);
      expect(row?.deletedBy).to.equal(admin.operator._id);
      expect((await remove(one, id)).code, "again").not.to.equal(0);
      expect(await one.model.exists({ _id: id })).to.equal(null);
      if (one.page !== null) expect(await isListed(one, id)).to.equal(false);
      expect(await inBin(one.kind, id)).to.deep.include({
        kind: one.kind,
        id,
        deletedAt: row!.deletedAt!.getTime(),
        deletedBy: admin.operator._id,
        operatorName: admin.operator.nickname,
      });

      if (one.taken) {
        const second = await one.build(admin.client, name);
        const refused = await restore(one.kind, id);
        expect([refused.code, refused.data], refused.msg).to.deep.equal([one.taken, false]);
        expect((await rawOf(one, id))?.deletedAt).to.be.instanceOf(Date);
        expect((await remove(one, second)).data).to.equal(true);
      }
      const back = await restore(one.kind, id);
      expect([back.code, back.data], back.msg).to.deep.equal([0, true]);
      expect(await rawOf(one, id)).not.to.have.any.keys("deletedAt", "deletedBy");
      if (one.page !== null) expect(await isListed(one, id)).to.equal(true);
      expect(await inBin(one.kind, id)).to.equal(undefined);
      expect((await restore(one.kind, id)).code).to.equal(1001004000);
      const audited = await OperationLogModel.findOne({ bizId: String(id), action: /\.restore$/ }).lean();
      expect(audited?.operatorId).to.equal(admin.operator._id);
      expect((await remove(one, id)).data, "deleted again").to.equal(true);
    });

  it("a product comes back into the shop's recycle bin with its variants, not without its brand", async () => {
    const spu = deletables.find(({ kind }) => kind === "spu")!;
    const id = await spu.build(admin.client, "");
    const before = await readSpu(id);
    await remove(spu, id);
    const brand = `/admin-api/product/brand/delete?id=${before.spu.brandId}`;
    expect((await admin.client.delete(brand)).data).to.equal(true);
    expect((await restore("spu", id)).code).to.equal(1008002000);
    expect((await restore("brand", before.spu.brandId)).data).to.equal(true);
    expect((await restore("spu", id)).data).to.equal(true);
    const after = await readSpu(id);
    expect(after.spu.status).to.equal(-1);
    expect(after.skus.map(({ _id, stock }) => [_id, stock])).to.deep.equal(
      before.skus.map(({ _id, stock }) => [_id, stock]),
    );
  });

  it("two who restore at once restore once", async () => {
    const one = deletables[0]!;
    const id = await one.build(admin.client, freshName());
    await remove(one, id);
    const replies = await Promise.all([restore(one.kind, id), restore(one.kind, id), restore(one.kind, id)]);
    expect(replies.map(({ code }) => code).sort()).to.deep.equal([0, 1001004000, 1001004000]);
  });

  it("a restored operator is disabled, and signs in only once somebody enables the account", async () => {
    const user = deletables.find(({ kind }) => kind === "user")!;
    const name = freshName();
    const id = await user.build(admin.client, name);
    await remove(user, id);
    expect((await restore("user", id)).data).to.equal(true);
    expect(await OperatorModel.findById(id).lean()).to.include({ username: name, status: 1, passwordDue: true });
    const signIn = await stranger.post("/admin-api/system/auth/login", { username: name, password: `Pw-${name}-9` });
    expect(signIn.code).not.to.equal(0);
  });

  it("nobody sees or restores a kind that they may not query or make, nor who may do more than they", async () => {
    const brand = deletables.find(({ kind }) => kind === "brand")!;
    const id = await brand.build(admin.client, freshName());
    await remove(brand, id);
    const { client } = await buildOperator(["infra:recycle:query", "infra:recycle:restore", "product:brand:query"]);
    const kinds = await client.get(`${RECYCLE}/kinds`);
    expect(kinds.data).to.deep.equal([{ kind: "brand", nameEn: "Brand", nameZh: "品牌", restorable: false }]);
    expect((await client.get(`${RECYCLE}/page?kind=brand`)).code).to.equal(0);
    expect((await client.get(`${RECYCLE}/page?kind=role`)).status).to.equal(403);
    expect((await client.put(`${RECYCLE}/restore`, { kind: "brand", id })).status).to.equal(403);

    const mighty = await buildOperator(["*"]);
    expect((await admin.client.delete(`/admin-api/system/user/delete?id=${mighty.operator._id}`)).data).to.equal(true);
    const limited = await buildOperator(["infra:recycle:restore", "system:user:create", "system:role:create"]);
    const refused = await limited.client.put(`${RECYCLE}/restore`, { kind: "user", id: mighty.operator._id });
    expect(refused.code).to.equal(adminErrors.OperatorAboveYou.code);
  });

  it("wants its rights, a known kind and an id", async () => {
    const { client: nobody } = await buildOperator([]);
    const { client: shopper } = await buildMember();
    for (const [client, status] of [
      [stranger, 401],
      [shopper, 401],
      [nobody, 403],
    ] as const) {
      expect((await client.get(`${RECYCLE}/page?kind=brand`)).status).to.equal(status);
      expect((await client.get(`${RECYCLE}/kinds`)).status).to.equal(status);
      expect((await client.put(`${RECYCLE}/restore`, { kind: "brand", id: 1 })).status).to.equal(status);
    }
    for (const body of [{ kind: "nothing", id: 1 }, { kind: { $gt: "" }, id: 1 }, { id: 1 }]) {
      const reply = await admin.client.put(`${RECYCLE}/restore`, body);
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, "kind"]);
    }
    expect((await admin.client.put(`${RECYCLE}/restore`, { kind: "brand" })).status).to.equal(400);
    expect((await restore("brand", 999_999_999)).code).to.equal(1001004000);
  });

  it("keeps the names of deleted operators beside what they did", async () => {
    const gone = await buildOperator(["product:brand:create", "product:brand:delete"]);
    const brandId = (await gone.client.post("/admin-api/product/brand/create", brandBody())).data;
    expect((await gone.client.delete(`/admin-api/product/brand/delete?id=${brandId}`)).data).to.equal(true);
    expect((await admin.client.delete(`/admin-api/system/user/delete?id=${gone.operator._id}`)).data).to.equal(true);
    expect(await inBin("brand", brandId)).to.include({ operatorName: gone.operator.nickname });
    const logs = await admin.client.get(`/admin-api/system/operate-log/page?operatorId=${gone.operator._id}`);
    for (const row of logs.data?.list ?? []) expect(row.operatorName).to.equal(gone.operator.nickname);
    expect((await gone.client.get("/admin-api/system/auth/get-permission-info")).status).to.equal(401);
  });
});

const brandBody = () => ({ name: freshName(), picUrl: "https://cdn.example.com/b.png", sort: 1, status: 0 });
