import { expect } from "chai";
import { DownloadModel } from "#shared/domains/website/source/download.model.js";
import { nextIds } from "#shared/kernel/mongo/ids.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const LOG = "/admin-api/website/download-log";
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
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data.total;
  };

  it("is the true count for a client", async () => {
    expect(await totalOf(taker.client, "/app-api/website/user/downloads?pageSize=1")).to.equal(ROWS);
  });

  it("is counted no further than that for an operator's filter, but whole without one", async () => {
    expect(await totalOf(operator, `${LOG}/page?pageSize=1&userId=${taker.member._id}`)).to.equal(10_000);
    expect(await totalOf(operator, `${LOG}/page?pageSize=1`)).to.be.at.least(ROWS);
  });

  it("does not bound a file", async () => {
    const { text } = await operator.get(`${LOG}/export?userId=${taker.member._id}`);
    expect(text.trim().split("\r\n")).to.have.length(1 + ROWS);
  });
});
