import { expect } from "chai";
import { MessageModel } from "#shared/domains/website/message/message.model.js";
import { ProductDayModel } from "#shared/domains/salesReports/productDay.model.js";
import { VisitBatchModel } from "#shared/domains/webAnalytics/index.js";
import { DownloadModel, type DownloadDoc } from "#shared/domains/website/source/download.model.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client, Reply } from "#test/support/client.js";
import { commandsDuring } from "#test/support/commands.js";
import { eventually } from "#test/support/eventually.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";
import { visit } from "#test/webAnalytics/storedVisits.js";
import { freshVisitor } from "#test/webAnalytics/support.js";

const LOG = "/admin-api/website/download-log";
const message = {
  name: "Lin",
  email: "lin@shop.example",
  message: "Is it sweet?",
  ip: "",
  mailedTo: [],
  handled: true,
  handledAt: null,
  handledBy: null,
  remark: "",
  deletedAt: null,
};
const download = (_id: number, memberId: number): DownloadDoc => ({
  _id,
  sourceId: 1,
  sourceName: "Theme",
  version: "1.0.0",
  memberId,
  createdAt: new Date(),
});
const insert = (rows: DownloadDoc[]): Promise<unknown> =>
  DownloadModel.collection.insertMany(rows as never, { ordered: false });
/** A few more than a list's pages reach. */
const ROWS = 10_003;

describe("the total of a list that is longer than its pages reach", () => {
  let taker: BuiltMember;
  let operator: Client;
  let token: string;
  before(async () => {
    await startService();
    taker = await buildMember();
    ({ client: operator, token } = await buildOperator(["website:download-log:query", "website:download-log:export"]));
    const ids = await nextIds("websiteDownloads", ROWS);
    await insert(ids.map((_id) => download(_id, taker.member._id)));
  });
  after(() => DownloadModel.deleteMany({ memberId: taker.member._id }));

  const totalOf = async (client: Client, path: string): Promise<number> => {
    const reply = await client.get(path);
    expect(reply.code, reply.text).to.equal(0);
    return reply.data.total;
  };

  it("is the true count for a client", async () => {
    expect(await totalOf(taker.client, "/app-api/website/user/downloads?pageSize=1")).to.equal(ROWS);
  });

  it("is counted no further than that for an operator's filter, but whole without one", async () => {
    expect(await totalOf(operator, `${LOG}/page?pageSize=1&userId=${taker.member._id}`)).to.equal(10_000);
    expect(await totalOf(operator, `${LOG}/page?pageSize=1`)).to.be.at.least(ROWS);
  });

  it("is the true one for the operator too once the list got shorter than the page", async () => {
    const path = `${LOG}/page?pageSize=2&userId=${taker.member._id}`;
    expect(await totalOf(operator, path)).to.equal(10_000);
    const [first] = await DownloadModel.find({ memberId: taker.member._id }).limit(1).lean();
    const rows = await DownloadModel.find({ memberId: taker.member._id, _id: { $ne: first!._id } }).lean();
    await DownloadModel.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    expect(await totalOf(operator, path)).to.equal(1);
    await insert(rows);
    expect(await totalOf(operator, path)).to.equal(10_000);
  });

  it("is the true one in each of two API processes, at once on a page that is not full and soon on the others", async () => {
    const other = await secondApi();
    try {
      const elsewhere = async (path: string): Promise<number> => {
        const headers = { authorization: `Bearer ${token}` };
        return ((await (await fetch(other.url! + path, { headers })).json()) as Reply).data.total;
      };
      const memberId = (await buildMember()).member._id;
      const ids = await nextIds("websiteDownloads", 10_000);
      await insert(ids.map((_id) => download(_id, memberId)));
      const page = `${LOG}/page?pageSize=2&userId=${memberId}`;
      const both = (path: string): Promise<number[]> => Promise.all([totalOf(operator, path), elsewhere(path)]);
      expect(await both(page)).to.deep.equal([10_000, 10_000]);
      await DownloadModel.deleteOne({ _id: ids[0]! });
      await eventually("both to count again", async () => (await both(page)).every((total) => total === 9_999), 60);

      await insert([download(ids[0]!, memberId)]);
      expect(await both(page)).to.deep.equal([10_000, 10_000]);
      await DownloadModel.deleteOne({ _id: ids[0]! });
      expect(await both(`${page}&pageNo=5000`)).to.deep.equal([9_999, 9_999]);
      expect(await both(page)).to.deep.equal([9_999, 9_999]);
      await DownloadModel.deleteMany({ memberId });
    } finally {
      await other.stop();
    }
  });

  it("stands on pages far down, each row on one, which are found by ids", async () => {
    const wanted = await DownloadModel.find({ memberId: taker.member._id }, { _id: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .lean<{ _id: number }[]>();
    for (const pageNo of [50, 51, 52, 500]) {
      const path = `${LOG}/page?pageSize=20&pageNo=${pageNo}&userId=${taker.member._id}`;
      let data = { list: [] as { id: number }[], total: 0 };
      const commands = await commandsDuring(async () => ({ data } = await operator.get(path)));
      expect(commands.filter((one) => one === "find websiteDownloads")).to.have.length(pageNo > 50 ? 2 : 1);
      const rows = wanted.slice((pageNo - 1) * 20, pageNo * 20);
      expect(data.list.map(({ id }) => id)).to.deep.equal(rows.map(({ _id }) => _id));
      expect(data.total).to.equal(10_000);
    }
  });

  it("is that of a list's own pattern", async () => {
    const client = (await buildOperator(["website:message:query"])).client;
    const ids = await nextIds("websiteMessages", 10_000 + 3);
    const rows = ids.map((_id, at) => ({
      ...message,
      _id,
      subject: at < 3 ? "A pear" : "An apple",
      createdAt: new Date(),
    }));
    await MessageModel.collection.insertMany(rows as never, { ordered: false });
    const page = (word: string): string => `/admin-api/website/message/page?pageSize=2&keyword=${word}`;
    expect(await totalOf(client, page("apple"))).to.equal(10_000);
    expect(await totalOf(client, page("pear"))).to.equal(3);
    await MessageModel.deleteMany({ _id: { $in: ids } });
  });

  it("is no more than that of visits, of which many stand in one row", async () => {
    const reader = (await buildOperator(["website:analytics:query"])).client;
    const visitorId = freshVisitor();
    const events = Array.from({ length: 100 }, (_, at) => visit(visitorId, at % 2 === 0 ? "/even" : "/odd"));
    const batches = Array.from({ length: 201 }, (_, at) => ({
      _id: `${visitorId} ${at}`,
      no: 1_000_000 + at,
      at: new Date("2020-05-01T00:00:00Z"),
      bot: false,
      memberId: taker.member._id,
      events,
    }));
    await VisitBatchModel.collection.insertMany(batches as never);
    const page = (filter: string): string => `/admin-api/website/analytics/event?pageSize=2&${filter}`;
    expect(await totalOf(reader, page(`userId=${taker.member._id}`))).to.equal(10_000);
    expect(await totalOf(reader, page(`visitorId=${visitorId}&pagePath=/odd`))).to.equal(10_000);
    await VisitBatchModel.deleteMany({ _id: { $in: batches.slice(1).map(({ _id }) => _id) } });
    expect(await totalOf(reader, `${page(`visitorId=${visitorId}&pagePath=/odd`)}&pageNo=26`)).to.equal(50);
    expect(await totalOf(reader, `${page(`userId=${taker.member._id}`)}&pageNo=51`)).to.equal(100);
    await VisitBatchModel.deleteMany({ memberId: taker.member._id });
  });

  it("is no more than that of ranked products", async () => {
    const reader = (await buildOperator(["statistics:product:query"])).client;
    const day = "2019-05-01";
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      _id: `${day} ${5_000_000 + at}`,
      day,
      spuId: 5_000_000 + at,
      spuName: "Pear",
      orderCount: at,
      countedAt: new Date(),
    }));
    await ProductDayModel.collection.insertMany(rows as never);
    const at = Date.parse(`${day}T00:00:00+08:00`);
    const path = `/admin-api/statistics/product/rank-page?times=${at}&times=${at}&sortBy=orderCount&pageSize=2`;
    expect(await totalOf(reader, path)).to.equal(10_000);
    const { data } = await reader.get(path);
    expect(data.list.map(({ orderCount }: { orderCount: number }) => orderCount)).to.deep.equal([ROWS - 1, ROWS - 2]);
    await ProductDayModel.deleteMany({ day });
  });

  it("does not bound a file", async () => {
    const { text } = await operator.get(`${LOG}/export?userId=${taker.member._id}`);
    expect(text.trim().split("\r\n")).to.have.length(1 + ROWS);
  });

  it("keeps a file of more than 100,000 rows from beginning", async () => {
    const memberId = (await buildMember()).member._id;
    const ids = await nextIds("websiteDownloads", 100_001);
    await insert(ids.map((_id) => download(_id, memberId)));
    const path = `${LOG}/export?userId=${memberId}`;
    const reply = await operator.get(path);
    expect(reply.code, reply.text).to.equal(400);
    expect(reply.msg).to.match(/^createTime: more than 100000 rows are found/);
    await DownloadModel.deleteOne({ _id: ids[0]! });
    const { text } = await operator.get(path);
    expect(text.trim().split("\r\n")).to.have.length(1 + 100_000);
    await DownloadModel.deleteMany({ memberId });
  });
});
