import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { ArticleModel, BannerModel } from "#shared/domains/promotion/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";

const ADMIN = "/admin-api/promotion";
const APP = "/app-api/promotion";
const banner = (overrides: object = {}) => ({
  title: "夏季大促",
  url: "/pages/goods/list?id=1",
  picUrl: "https://cdn.example/summer.png",
  position: 1,
  sort: 10,
  status: 0,
  memo: "till August",
  ...overrides,
});
const article = (overrides: object = {}) => ({
  title: "如何挑选",
  position: 4,
  sort: 0,
  status: 0,
  introduction: "三分钟读完",
  content: '<p onclick="x()">正文</p><script>alert(1)</script>',
  ...overrides,
});

describe("banners and articles", () => {
  let client: Client;
  before(async () => {
    client = (
      await buildOperator(
        ["banner", "article"].flatMap((noun) =>
          ["create", "update", "delete", "query"].map((verb) => `promotion:${noun}:${verb}`),
        ),
      )
    ).client;
  });
  beforeEach(async () => {
    await BannerModel.deleteMany({});
    await ArticleModel.deleteMany({});
    // What was written behind the service's back is forgotten with the next write.
    await client.delete(`${ADMIN}/banner/delete?id=${await make("banner", banner({ position: 5 }))}`);
  });

  async function make(noun: string, body: object): Promise<number> {
    const reply = await client.post(`${ADMIN}/${noun}/create`, body);
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data as number;
  }
  const titlesAt = async (noun: string, position: number): Promise<string[]> =>
    (await stranger.get(`${APP}/${noun}/list?position=${position}`)).data.map(({ title }: { title: string }) => title);

  it("a banner is made, read, changed and deleted; each write stands in the audit log", async () => {
    const id = await make("banner", banner());
    const { data } = await client.get(`${ADMIN}/banner/get?id=${id}`);
    expect(data).to.include({ id, ...banner() });
    expect((await client.put(`${ADMIN}/banner/update`, { ...data, title: "秋季大促" })).data).to.equal(true);
    expect((await client.put(`${ADMIN}/banner/update`, { id, sort: 3 })).data).to.equal(true);
    expect((await client.get(`${ADMIN}/banner/get?id=${id}`)).data).to.include({
      ...banner(),
      title: "秋季大促",
      sort: 3,
    });
    expect((await client.delete(`${ADMIN}/banner/delete?id=${id}`)).data).to.equal(true);
    expect((await client.get(`${ADMIN}/banner/get?id=${id}`)).code).to.equal(1013002000);
    expect((await client.delete(`${ADMIN}/banner/delete?id=${id}`)).code).to.equal(1013002000);
    expect((await client.put(`${ADMIN}/banner/update`, { id, sort: 3 })).code).to.equal(1013002000);
    const rows = await OperationLogModel.find({ module: "promotion", action: /^banner/, bizId: String(id) })
      .sort({ _id: 1 })
      .lean();
    expect(rows.map(({ action }) => action)).to.deep.equal([
      "banner.create",
      "banner.update",
      "banner.update",
      "banner.delete",
    ]);
    expect([rows[2]!.before, rows[2]!.after]).to.deep.equal([{ sort: 10 }, { sort: 3 }]);
  });

  it("members see those of a place that are shown, small sort first, and a change at once", async () => {
    await make("banner", banner({ title: "second", sort: 2 }));
    const first = await make("banner", banner({ title: "first", sort: 1 }));
    await make("banner", banner({ title: "hidden", status: 1 }));
    await make("banner", banner({ title: "elsewhere", position: 2 }));
    expect(await titlesAt("banner", 1)).to.deep.equal(["first", "second"]);
    expect(await titlesAt("banner", 3)).to.deep.equal([]);
    const { data } = await stranger.get(`${APP}/banner/list?position=2`);
    expect(Object.keys(data[0]).sort()).to.deep.equal(["id", "picUrl", "position", "sort", "title", "url"]);
    await client.put(`${ADMIN}/banner/update-status`, { id: first, status: 1 });
    expect(await titlesAt("banner", 1)).to.deep.equal(["second"]);
  });

  it("who has the list already is told so by its ETag", async () => {
    await make("banner", banner());
    const reply = await stranger.get(`${APP}/banner/list?position=1`);
    const etag = reply.headers.get("etag")!;
    const again = await stranger.with({ "if-none-match": etag }).get(`${APP}/banner/list?position=1`);
    expect([again.status, again.text]).to.deep.equal([304, ""]);
    await make("banner", banner({ title: "another" }));
    expect((await stranger.with({ "if-none-match": etag }).get(`${APP}/banner/list?position=1`)).status).to.equal(200);
  });

  it("an article is read without what could run in it; a hidden one by nobody", async () => {
    const id = await make("article", article());
    const { data } = await stranger.get(`${APP}/article/get?id=${id}`);
    expect(data).to.include({ title: "如何挑选", content: "<p>正文</p>", url: "", picUrl: "" });
    const [listed] = (await stranger.get(`${APP}/article/list?position=4`)).data;
    expect(listed).to.include({ id, introduction: "三分钟读完" }).and.not.have.property("content");
    await client.put(`${ADMIN}/article/update-status`, { id, status: 1 });
    expect((await stranger.get(`${APP}/article/get?id=${id}`)).code).to.equal(1013016000);
    expect((await client.get(`${ADMIN}/article/get?id=${id}`)).data).to.include({ status: 1 });
    expect((await stranger.get(`${APP}/article/get?id=999999999`)).code).to.equal(1013016000);
  });

  it("pages are filtered by title, place and status, newest first", async () => {
    await make("banner", banner({ title: "Summer one" }));
    await make("banner", banner({ title: "summer two", position: 2 }));
    await make("banner", banner({ title: "(winter)", status: 1 }));
    const page = async (query: string): Promise<string[]> =>
      (await client.get(`${ADMIN}/banner/page?${query}`)).data.list.map(({ title }: { title: string }) => title);
    expect(await page("")).to.deep.equal(["(winter)", "summer two", "Summer one"]);
    expect(await page("title=SUMMER")).to.deep.equal(["summer two", "Summer one"]);
    expect(await page("title=(win")).to.deep.equal(["(winter)"]);
    expect(await page("position=1&status=0")).to.deep.equal(["Summer one"]);
    expect(await page("createTime=0&createTime=1")).to.deep.equal([]);
  });

  it("what is missing or no address is 400, naming the field", async () => {
    for (const [field, value] of [
      ["title", ""],
      ["url", "javascript:alert(1)"],
      ["url", ""],
      ["picUrl", "data:text/html,x"],
      ["position", 6],
      ["position", undefined],
      ["sort", -1],
      ["status", 2],
    ] as const) {
      const reply = await client.post(`${ADMIN}/banner/create`, banner({ [field]: value }));
      expect([reply.status, reply.msg.split(":")[0]], field).to.deep.equal([400, field]);
    }
    expect((await stranger.get(`${APP}/banner/list`)).msg).to.match(/^position/);
    expect((await stranger.get(`${APP}/banner/list?position=9`)).msg).to.match(/^position/);
  });

  it("only operators with the right write", async () => {
    const { client: member } = await buildMember();
    const { client: reader } = await buildOperator(["promotion:banner:query"]);
    for (const noun of ["banner", "article"]) {
      expect((await stranger.post(`${ADMIN}/${noun}/create`, {})).status).to.equal(401);
      expect((await member.post(`${ADMIN}/${noun}/create`, {})).status).to.equal(401);
      expect((await reader.post(`${ADMIN}/${noun}/create`, {})).status).to.equal(403);
    }
    expect((await reader.get(`${ADMIN}/banner/page`)).code).to.equal(0);
  });
});
