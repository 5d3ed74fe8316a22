import { expect } from "chai";
import { AddressModel } from "#shared/domains/member/address/address.model.js";
import { areaTree, findDefaultAddress, isLowestArea } from "#shared/domains/member/index.js";
import type { Area } from "#shared/domains/member/address/area.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildAddress } from "#test/factories/address.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";

const path = (verb: string): string => `/app-api/member/address/${verb}`;

describe("member addresses", () => {
  let me: BuiltMember;
  let other: BuiltMember;
  before(async () => {
    me = await buildMember();
    other = await buildMember();
  });
  afterEach(() => inTransaction(async () => AddressModel.deleteMany({})));

  const body = (changes: object = {}) => ({
    userId: me.member._id,
    name: "Han Meimei",
    mobile: "13812345678",
    areaId: 330106,
    detailAddress: "Wensan Road 9",
    defaultStatus: false,
    ...changes,
  });
  const mine = (changes: object = {}) => ({ userId: me.member._id, ...changes });

  it("a new address is answered by its id and read back with the names of its area", async () => {
    const created = await me.client.post<number>(path("create"), body());
    expect(created).to.include({ status: 200, code: 200 });
    const got = await me.client.post(path("get"), mine({ id: created.data }));
    expect(got.code).to.equal(200);
    expect(got.data).to.deep.equal({
      id: created.data,
      userId: me.member._id,
      province: "浙江省",
      city: "杭州市",
      district: "西湖区",
      name: "Han Meimei",
      mobile: "13812345678",
      areaId: 330106,
      areaName: "浙江省 杭州市 西湖区",
      detailAddress: "Wensan Road 9",
      defaultStatus: false,
    });
  });

  it("area ids come as decimal text too; names that the client sends are stored", async () => {
    const created = await me.client.post(path("create"), body({ areaId: "330106", province: "Zhejiang", city: null }));
    const got = await me.client.post(path("get"), mine({ id: String(created.data) }));
    expect(got.data).to.include({ areaId: 330106, province: "Zhejiang", city: "杭州市", district: "西湖区" });
  });

  it("an address stands at the lowest level of the area tree", async () => {
    const created = await me.client.post(path("create"), body({ areaId: 330106 }));
    expect(created.code).to.equal(200);
    for (const areaId of [330000, 330100]) {
      const reply = await me.client.post(path("create"), body({ areaId }));
      expect([reply.status, reply.msg]).to.deep.equal([400, "areaId: must be an area of the lowest level"]);
      const changed = await me.client
        .with({ "accept-language": "zh" })
        .post(path("update"), mine({ id: created.data, areaId }));
      expect([changed.status, changed.msg]).to.deep.equal([400, "areaId：请选择到区县一级"]);
    }
    const lowest = (areas: Area[]): number[] =>
      areas.flatMap(({ id, children }) => (children ? lowest(children) : [id]));
    const above = (areas: Area[]): number[] =>
      areas.flatMap(({ id, children }) => (children ? [id, ...above(children)] : []));
    expect(lowest(areaTree()).every(isLowestArea)).to.equal(true);
    expect(above(areaTree()).some(isLowestArea)).to.equal(false);
    const unknown = await me.client.post(path("create"), body({ areaId: 999999 }));
    expect(unknown.msg).to.equal("areaId: is not a known area");
  });

  it("who takes a parcel has a mobile, a landline, a 400 number, or a phone of Hong Kong, Macau or Taiwan", async () => {
    for (const [mobile, stored] of [
      ["13900001111", "13900001111"],
      ["+86 139-0000-1111", "13900001111"],
      ["００８６１３９００００１１１１", "13900001111"],
      ["91234567", "91234567"],
      ["+85291234567", "+85291234567"],
      ["852-61234567", "+85261234567"],
      ["+853 6612 3456", "+85366123456"],
      ["0912-345-678", "0912345678"],
      ["+886 912 345 678", "+886912345678"],
      ["0571-88888888", "0571-88888888"],
      ["02012345678", "020-12345678"],
      ["0571-8888 8888 转 801", "0571-88888888-801"],
      ["400-820-8820", "4008208820"],
    ]) {
      const created = await me.client.post(path("create"), body({ mobile }));
      expect(created.code, mobile).to.equal(200);
      const got = await me.client.post(path("get"), mine({ id: created.data }));
      expect(got.data.mobile).to.equal(stored);
    }
    for (const mobile of ["1390000111", "139000011112", "12345678", "+12125550100", "0571-888", "91234567a", ""]) {
      const reply = await me.client.post(path("create"), body({ mobile }));
      expect([reply.status, reply.msg], mobile).to.deep.equal([400, "mobile: must be a mobile or landline number"]);
    }
    const chinese = await me.client.with({ "accept-language": "zh" }).post(path("create"), body({ mobile: "1" }));
    expect(chinese.msg).to.equal("mobile：必须是手机号或带区号的固定电话");
  });

  it("a receiver's name shows something, and does not turn the text around it", async () => {
    const created = await me.client.post(path("create"), body({ name: " \u200bZoe\u0308 " }));
    expect((await me.client.post(path("get"), mine({ id: created.data }))).data.name).to.equal("Zo\u00eb");
    for (const [name, reason] of [
      ["\u3164\u3164", "must hold a visible character"],
      ["\u202eevil", "must not change the direction of text"],
    ]) {
      const reply = await me.client.post(path("create"), body({ name }));
      expect([reply.status, reply.msg]).to.deep.equal([400, `name: ${reason}`]);
    }
    const chinese = await me.client.with({ "accept-language": "zh" }).post(path("create"), body({ name: "\u3164" }));
    expect(chinese.msg).to.equal("name：必须包含可见字符");
  });

  it("a member has at most fifty, also when several are added at once; one that is deleted makes room", async () => {
    for (let made = 0; made < 48; made++) await buildAddress(me.member._id);
    const replies = await Promise.all(Array.from({ length: 5 }, () => me.client.post(path("create"), body({}))));
    const codes = replies.map(({ code }) => code).sort((a, b) => a - b);
    expect(codes).to.deep.equal([200, 200, 1004004001, 1004004001, 1004004001]);
    const refused = replies.find(({ code }) => code === 1004004001)!;
    expect([refused.status, refused.data]).to.deep.equal([200, null]);
    expect(refused.msg).to.contain("50 addresses");
    expect(await AddressModel.countDocuments({ memberId: me.member._id })).to.equal(50);
    const { data } = replies.find(({ code }) => code === 200)!;
    await me.client.post(path("delete"), mine({ id: data }));
    expect((await me.client.post(path("create"), body({}))).code).to.equal(200);
  });

  it("a wrong field is 400 and named, and nothing is kept", async () => {
    const wrong: [object, string][] = [
      [{ areaId: 999999 }, "areaId"],
      [{ areaId: { $gt: "" } }, "areaId"],
      [{ areaId: undefined }, "areaId"],
      [{ name: { $gt: "" } }, "name"],
      [{ name: " " }, "name"],
      [{ mobile: "12345" }, "mobile"],
      [{ mobile: { $gt: "" } }, "mobile"],
      [{ detailAddress: { $gt: "" } }, "detailAddress"],
      [{ detailAddress: "x".repeat(251) }, "detailAddress"],
      [{ defaultStatus: "yes" }, "defaultStatus"],
      [{ province: { $gt: "" } }, "province"],
      [{ city: ["x"] }, "city"],
      [{ district: 1 }, "district"],
      [{ userId: undefined }, "userId"],
      [{ userId: { $gt: "" } }, "userId"],
    ];
    for (const [change, field] of wrong) {
      const reply = await me.client.post(path("create"), body(change));
      expect(reply, JSON.stringify(change)).to.include({ status: 400, code: 400, data: null });
      expect(reply.msg).to.match(new RegExp(`^${field}[:：]`));
    }
    expect(await AddressModel.countDocuments({})).to.equal(0);
  });

  it("update changes the given fields alone, and takes the names of a new area", async () => {
    const { _id } = await buildAddress(me.member._id);
    const updated = await me.client.post(path("update"), { id: _id, userId: me.member._id, areaId: 440305 });
    expect(updated).to.include({ status: 200, code: 200, data: true });
    const got = await me.client.post(path("get"), mine({ id: _id }));
    expect(got.data).to.include({
      name: "Li Lei",
      areaName: "广东省 深圳市 南山区",
      province: "广东省",
      district: "南山区",
      detailAddress: "Wensan Road 1",
    });
    const wrong = await me.client.post(path("update"), { id: _id, userId: me.member._id, areaId: 5 });
    expect(wrong).to.include({ status: 400, data: false });
    expect(wrong.msg).to.match(/^areaId[:：]/);
  });

  it("a new default takes the place of the old one, by create and by update", async () => {
    const none = await me.client.post(path("get-default"), mine());
    expect(none).to.include({ code: 200, data: null });
    const first = await me.client.post<number>(path("create"), body({ defaultStatus: true }));
    const second = await me.client.post<number>(path("create"), body({ defaultStatus: true }));
    expect((await me.client.post(path("get-default"), mine())).data.id).to.equal(second.data);
    await me.client.post(path("update"), mine({ id: first.data, defaultStatus: true }));
    expect((await me.client.post(path("get-default"), mine())).data.id).to.equal(first.data);
    const list = await me.client.post<{ id: number; defaultStatus: boolean }[]>(path("list"), mine());
    expect(list.data.filter((one) => one.defaultStatus)).to.have.length(1);
    await me.client.post(path("update"), mine({ id: first.data, defaultStatus: false }));
    expect((await me.client.post(path("get-default"), mine())).data).to.equal(null);
  });

  it("ten defaults at once leave one", async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => me.client.post(path("create"), body({ defaultStatus: true }))),
    );
    expect(replies.map((reply) => reply.code)).to.deep.equal(Array(10).fill(200));
    expect(await AddressModel.countDocuments({ memberId: me.member._id, isDefault: true })).to.equal(1);
    expect(await AddressModel.countDocuments({ memberId: me.member._id })).to.equal(10);
  });

  it("an update that finds no address leaves the default where it was", async () => {
    const standing = await buildAddress(me.member._id, { isDefault: true });
    const reply = await me.client.post(path("update"), mine({ id: 987_654, defaultStatus: true }));
    expect(reply.code).to.equal(1004004000);
    expect((await findDefaultAddress(me.member._id))?._id).to.equal(standing._id);
  });

  it("the list is the member's own, newest first", async () => {
    const first = await buildAddress(me.member._id);
    const second = await buildAddress(me.member._id);
    await buildAddress(other.member._id);
    const list = await me.client.post<{ id: number }[]>(path("list"), mine());
    expect(list.data.map((one) => one.id)).to.deep.equal([second._id, first._id]);
  });

  it("delete forgets it; the second time it is not there", async () => {
    const { _id } = await buildAddress(me.member._id);
    expect(await me.client.post(path("delete"), mine({ id: _id }))).to.include({ code: 200, data: true });
    expect(await me.client.post(path("delete"), mine({ id: _id }))).to.include({ code: 1004004000, data: false });
    expect(await me.client.post(path("get"), mine({ id: _id }))).to.include({ code: 1004004000, data: null });
  });

  it("somebody else's address looks like one that is not there, and stays as it is", async () => {
    const { _id } = await buildAddress(other.member._id, { name: "Owner" });
    for (const verb of ["get", "update", "delete"]) {
      const foreign = await me.client.post(path(verb), mine({ id: _id, name: "Thief" }));
      const absent = await me.client.post(path(verb), mine({ id: 987_654, name: "Thief" }));
      expect(foreign).to.include({ status: 200, code: 1004004000 });
      expect({ code: foreign.code, msg: foreign.msg, data: foreign.data }).to.deep.equal({
        code: absent.code,
        msg: absent.msg,
        data: absent.data,
      });
    }
    const kept = await AddressModel.findById(_id).lean();
    expect(kept?.name).to.equal("Owner");
  });

  it("another member's userId is 403, a stranger 401", async () => {
    for (const verb of ["create", "update", "delete", "get", "list", "get-default"]) {
      const claimed = await me.client.post(path(verb), { ...body({ userId: other.member._id }), id: 1 });
      expect(claimed, verb).to.include({ status: 403, code: 403 });
      const nobody = await stranger.post(path(verb), { ...body(), id: 1 });
      expect(nobody, verb).to.include({ status: 401, code: 401 });
    }
  });
});
