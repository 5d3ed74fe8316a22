import { expect } from "chai";
import { DownloadModel } from "#shared/domains/website/source/download.model.js";
import { recordDownload } from "#shared/domains/website/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSource, buildSourceWithPackage } from "#test/factories/website.js";
import { call, stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const BASE = "/app-api/website/source";
const LOG = "/admin-api/website/download-log";
const ABSENT = 999_999_999;

describe("downloads of source packages", () => {
  before(startService);

  it("the answer is an address that opens the package for five minutes, saved under its name", async () => {
    const [id, bytes] = await buildSourceWithPackage();
    const reply = await stranger.get(`${BASE}/${id}/download`);
    expect([reply.status, reply.code], reply.msg).to.deep.equal([200, 0]);
    expect(reply.data).to.be.a("string");
    expect(new URL(reply.data).searchParams.get("X-Amz-Expires")).to.equal("300");
    expect(reply.headers.get("etag")).to.equal(null);
    const opened = await fetch(reply.data);
    expect(opened.status).to.equal(200);
    expect(Buffer.from(await opened.arrayBuffer()).equals(bytes)).to.equal(true);
    expect(decodeURIComponent(opened.headers.get("content-disposition") ?? "")).to.include("源码.tar.gz");
  });

  it("a job counts it and logs it, of the member when one is signed in; guests count too", async () => {
    const [id] = await buildSourceWithPackage({ version: "2.4.0" });
    const { member, client } = await buildMember();
    const other = await buildMember();
    await stranger.get(`${BASE}/list`);
    for (const one of [client, stranger, client]) await one.get(`${BASE}/${id}/download`);
    await runJobs();
    const entry = (await stranger.get(`${BASE}/list`)).data.find((one: { id: number }) => one.id === id);
    expect(entry.downloadCount).to.equal(3);
    const page = (await client.get("/app-api/website/user/downloads")).data;
    expect(page.total).to.equal(2);
    expect(Object.keys(page.list[0]).sort()).to.deep.equal(
      ["id", "sourceId", "sourceName", "version", "createTime"].sort(),
    );
    expect(page.list[0]).to.include({ sourceId: id, version: "2.4.0", sourceName: entry.name });
    expect((await other.client.get("/app-api/website/user/downloads")).data).to.deep.equal({ list: [], total: 0 });
    expect(await DownloadModel.countDocuments({ sourceId: id, memberId: null })).to.equal(1);
    expect(await DownloadModel.countDocuments({ sourceId: id, memberId: member._id })).to.equal(2);
    const second = (await client.get("/app-api/website/user/downloads?pageNo=2&pageSize=1")).data;
    expect([second.total, second.list.length]).to.deep.equal([2, 1]);
  });

  it("the job run twice counts once, and does not touch updateTime", async () => {
    const [id] = await buildSourceWithPackage();
    const before = (await stranger.get(`${BASE}/${id}`)).data;
    await stranger.get(`${BASE}/${id}/download`);
    await runJobs();
    const log = (await DownloadModel.findOne({ sourceId: id }).lean())!;
    await recordDownload(log._id, { sourceId: id, memberId: null, at: Date.now() });
    const after = (await stranger.get(`${BASE}/${id}`)).data;
    expect([after.downloadCount, after.updateTime]).to.deep.equal([1, before.updateTime]);
    expect(await DownloadModel.countDocuments({ sourceId: id })).to.equal(1);
    await recordDownload(ABSENT, { sourceId: ABSENT, memberId: null, at: Date.now() });
    expect(await DownloadModel.countDocuments({ sourceId: ABSENT })).to.equal(0);
  });

  it("are read by operators with a right of its own, filtered, and taken as a file", async () => {
    const [id] = await buildSourceWithPackage();
    const { client: member, member: taker } = await buildMember();
    await member.get(`${BASE}/${id}/download`);
    await stranger.get(`${BASE}/${id}/download`);
    await runJobs();
    const { client } = await buildOperator(["website:download-log:query", "website:download-log:export"]);
    const page = async (query: string) => (await client.get(`${LOG}/page?${query}`)).data;
    const { list, total } = await page(`sourceId=${id}`);
    expect(total).to.equal(2);
    const own = await page(`sourceId=${id}&userId=${taker._id}`);
    expect(own.list).to.have.length(1);
    expect(own.list[0]).to.deep.include({ sourceId: id, userId: taker._id });
    expect(own.list[0].user).to.include({ id: taker._id, nickname: taker.nickname });
    const guest = list.find(({ userId }: { userId: number | null }) => userId === null);
    expect(guest.user).to.equal(null);
    const at = own.list[0].createTime as number;
    expect((await page(`userId=${taker._id}&createTime=${at}&createTime=${at}`)).total).to.equal(1);
    expect((await page(`userId=${taker._id}&createTime=${at + 1}&createTime=${at + 2}`)).total).to.equal(0);
    expect((await client.get(`${LOG}/export?sourceId=${id}`)).text.trim().split("\r\n")).to.have.length(3);
    const { client: other } = await buildOperator(["website:source:query"]);
    for (const path of [`${LOG}/page`, `${LOG}/export`])
      expect([
        (await stranger.get(path)).status,
        (await member.get(path)).status,
        (await other.get(path)).status,
      ]).to.deep.equal([401, 401, 403]);
  });

  it("many at once: each counts", async () => {
    const [id] = await buildSourceWithPackage();
    await Promise.all(Array.from({ length: 8 }, () => stranger.get(`${BASE}/${id}/download`)));
    await runJobs();
    expect((await stranger.get(`${BASE}/${id}`)).data.downloadCount).to.equal(8);
  });

  it("refused: nothing uploaded yet, hidden, absent; a bad token counts as a guest's", async () => {
    expect((await stranger.get(`${BASE}/${await buildSource()}/download`)).code).to.equal(1017004001);
    const [hidden] = await buildSourceWithPackage({ published: false });
    for (const id of [hidden, ABSENT]) expect((await stranger.get(`${BASE}/${id}/download`)).code).to.equal(1017004000);
    const [id] = await buildSourceWithPackage();
    expect((await call("GET", `${BASE}/${id}/download`, undefined, { token: "bad" })).code).to.equal(0);
    expect((await stranger.get("/app-api/website/user/downloads")).status).to.equal(401);
    const { client } = await buildMember();
    expect((await client.get("/app-api/website/user/downloads?pageSize=0")).status).to.equal(400);
  });
});
