import { expect } from "chai";
import { MessageModel } from "#shared/domains/website/message/message.model.js";
import { DownloadModel } from "#shared/domains/website/source/download.model.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

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
/** A few more than a list's pages reach. */
const ROWS = 10_003;

describe("the total of a list that is longer than its pages reach", () => {
  let taker: BuiltMember;
  let operator: Client;
  before(async () => {
    await startService();
    taker = await buildMember();
    operator = (await buildOperator(["website:download-log:query", "website:download-log:export"])).client;
    const ids = await nextIds("websiteDownloads", ROWS);
    const rows = ids.map((_id) => ({
      _id,
      sourceId: 1,
      sourceName: "Theme",
      version: "1.0.0",
      memberId: taker.member._id,
      createdAt: new Date(),
    }));
    await DownloadModel.collection.insertMany(rows as never, { ordered: false });
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
    await DownloadModel.collection.insertMany(rows as never, { ordered: false });
    expect(await totalOf(operator, path)).to.equal(10_000);
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

  it("does not bound a file", async () => {
    const { text } = await operator.get(`${LOG}/export?userId=${taker.member._id}`);
    expect(text.trim().split("\r\n")).to.have.length(1 + ROWS);
  });
});
