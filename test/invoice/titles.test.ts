import { expect } from "chai";
import { buildMember } from "#test/factories/member.js";
import { stranger, type Client } from "#test/support/client.js";

const CREATE = "/member/invoiceTitle/appCreateInvoiceTitle";
const UPDATE = "/member/invoiceTitle/appUpdateInvoiceTitle";
const LIST = "/member/invoiceTitle/appGetInvoiceTitleList";
const remove = (id: number | string): string => `/member/invoiceTitle/appDeleteInvoiceTitle/${id}`;
const NOT_FOUND = 1014000000;

describe("invoice titles", () => {
  let mine: Client;
  let theirs: Client;
  before(async () => {
    mine = (await buildMember()).client;
    theirs = (await buildMember()).client;
  });

  it("are kept, listed by companies and persons newest first, changed and deleted", async () => {
    const person = await mine.post(CREATE, { invoiceType: 1, title: "张三", titleType: 1, email: "a@b.example" });
    expect(person.code).to.equal(200);
    const given = {
      title: "某某公司",
      taxNo: "91330100MA27ABCD1X",
      address: "文三路",
      phone: "0571-1",
      bankAddress: "工行",
      bankNo: "62",
    };
    const company = await mine.post(CREATE, { ...given, invoiceType: "2", titleType: "2" });
    const both = await mine.post(LIST);
    expect(both.data).to.deep.equal({
      companyList: [{ id: company.data, titleType: 2, ...given }],
      personList: [
        {
          id: person.data,
          title: "张三",
          titleType: 1,
          taxNo: "",
          address: "",
          phone: "",
          bankAddress: "",
          bankNo: "",
        },
      ],
    });
    const changed = await mine.post(UPDATE, {
      id: person.data,
      title: "李四",
      titleType: "2",
      taxNo: "91",
      phone: null,
    });
    expect([changed.code, changed.data]).to.deep.equal([200, true]);
    const companies = (await mine.post(LIST, { titleType: 2 })).data;
    expect(companies.companyList.map(({ title }: { title: string }) => title)).to.deep.equal(["某某公司", "李四"]);
    expect(companies.personList).to.deep.equal([]);
    await mine.post(UPDATE, { id: person.data, taxNo: "" });
    expect((await mine.post(LIST, { titleType: null })).data.companyList[1]).to.include({ title: "李四", taxNo: "" });
    expect((await mine.post(remove(person.data))).data).to.equal(true);
    expect((await mine.post(remove(person.data))).code).to.equal(NOT_FOUND);
    expect((await mine.post(LIST)).data.companyList).to.have.length(1);
  });

  it("need nothing but the right types: what is missing is asked for on application", async () => {
    expect((await mine.post(CREATE, {})).code).to.equal(200);
    expect((await mine.post(CREATE, { titleType: 2, title: "只有名称" })).code).to.equal(200);
    for (const [field, value] of [
      ["titleType", 3],
      ["titleType", true],
      ["invoiceType", 0],
      ["title", 5],
      ["taxNo", { $gt: "" }],
      ["email", ["a"]],
      ["bankNo", "9".repeat(201)],
    ] as const) {
      const reply = await mine.post(CREATE, { [field]: value });
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    expect((await mine.post(UPDATE, { title: "没有编号" })).msg).to.match(/^id:/);
    expect((await mine.post(remove("x"))).status).to.equal(400);
  });

  it("of somebody else and absent ones are the same refusal", async () => {
    const { data: id } = await mine.post(CREATE, { title: "我的" });
    const replies = [
      await theirs.post(UPDATE, { id, title: "你的" }),
      await theirs.post(UPDATE, { id: 999_999_999, title: "你的" }),
      await theirs.post(remove(id)),
      await theirs.post(remove(999_999_999)),
    ];
    for (const { status, code, data, msg } of replies)
      expect({ status, code, data, msg }).to.deep.equal({
        status: 200,
        code: NOT_FOUND,
        data: false,
        msg: replies[0]!.msg,
      });
    expect((await theirs.post(LIST)).data).to.deep.equal({ companyList: [], personList: [] });
    expect((await mine.post(LIST)).data.personList[0]).to.include({ id, title: "我的" });
  });

  it("are for members", async () => {
    for (const path of [CREATE, UPDATE, LIST, remove(1)]) expect((await stranger.post(path)).status).to.equal(401);
  });
});
