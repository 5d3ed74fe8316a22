import { createHash } from "node:crypto";
import { expect } from "chai";
import { LiveModel } from "#shared/domains/live/index.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { buildLive } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";

const PAGE = "/app-api/cloudlive/live/getLiveRoomLivingPage";
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
let serial = 0;
const unique = (): string => `Quartz${process.pid}x${++serial}`;

describe("the page of lives", () => {
  let client: Client;
  before(async () => {
    client = (await buildMember()).client;
  });
  afterEach(() => heldClock.release());
  const page = async (body: object, as = client): Promise<{ list: any[]; total: number }> => {
    const reply = await as.post(PAGE, body);
    expect([reply.status, reply.code], reply.msg).to.deep.equal([200, 0]);
    return reply.data;
  };
  const idsOf = ({ list }: { list: any[] }): number[] => list.map((row) => row.liveBaseInfoRespVO.id);

  it("finds by name and status, newest first, by pages or all at once", async () => {
    const liveName = unique();
    const ids: number[] = [];
    for (const started of [false, true, true]) ids.push((await buildLive({ liveName, started })).live._id);
    const newestFirst = ids.toReversed();
    expect(idsOf(await page({ liveName }))).to.deep.equal(newestFirst);
    expect(idsOf(await page({ liveName: liveName.toLowerCase(), status: "1" }))).to.deep.equal(newestFirst.slice(0, 2));
    expect(idsOf(await page({ liveName, status: 0 }))).to.deep.equal(newestFirst.slice(2));
    const second = await page({ liveName, pageNo: 2, pageSize: 2 });
    expect([idsOf(second), second.total]).to.deep.equal([newestFirst.slice(2), 3]);
    const all = await page({ liveName, pageSize: -1 });
    expect([idsOf(all), all.total]).to.deep.equal([newestFirst, 3]);
    expect(await page({ liveName: "!?" })).to.deep.equal({ list: [], total: 0 });
    await LiveModel.updateOne({ _id: ids[0]! }, { $set: { deletedAt: new Date() } });
    expect((await page({ liveName })).total).to.equal(2);
  });

  it("shows the room and the live with every field of the interface", async () => {
    const { live, roomId, host } = await buildLive({ coverImg: "public/test/c.png", virtualLikeTimes: 7, type: 3 });
    const [row] = (await page({ liveName: live.liveName })).list;
    expect(Object.keys(row)).to.have.members([
      "liveRoomBaseInfoRespVO",
      "liveBaseInfoRespVO",
      "baseRecordInfoRespVOList",
    ]);
    expect(row.liveRoomBaseInfoRespVO).to.include({ id: roomId, memberUserId: host.member._id, liveType: 2 });
    expect(row.liveBaseInfoRespVO).to.have.all.keys(
      ..."id liveRoomId liveName coverImg description startTime endTime pushUrl pushUrlQr playUrl type status".split(
        " ",
      ),
      ..."playTimes likeTimes virtualPlayTimes virtualLikeTimes streamName safeUrl playEndpoint isMain".split(" "),
      "createTime",
    );
    expect(row.liveBaseInfoRespVO).to.include({ status: 1, type: 3, virtualLikeTimes: 7, likeTimes: 0 });
    expect(row.liveBaseInfoRespVO.coverImg).to.equal(`${config.MEDIA_BASE_URL}/public/test/c.png`);
    expect(row.liveBaseInfoRespVO.startTime).to.equal(live.startedAt!.getTime());
    expect(row.baseRecordInfoRespVOList).to.deep.equal([]);
  });

  it("only the room's own member is told where to push, in the provider's signed form", async () => {
    heldClock.hold(Date.parse("2026-11-21T08:30:00Z"));
    const { live, host } = await buildLive();
    const { liveName, streamName } = live;
    const shown = async (as: Client): Promise<any> => (await page({ liveName }, as)).list[0].liveBaseInfoRespVO;
    expect(await shown(client)).to.include({ pushUrl: null, pushUrlQr: null });
    const operator = (await buildOperator(["*"])).client;
    const kept = (await operator.get(`/admin-api/cloudlive/live-base-info/get?id=${live._id}`)).data;
    expect(kept).to.include({ pushUrl: null, pushUrlQr: null });
    const own = await shown(host.client);
    const txTime = (Date.parse("2026-11-21T21:00:00Z") / 1_000).toString(16).toUpperCase();
    expect(own.pushUrl).to.equal(
      `rtmp://${config.LIVE_PUSH_DOMAIN}/live/${streamName}?txSecret=${md5(config.LIVE_PUSH_KEY + streamName + txTime)}&txTime=${txTime}`,
    );
    expect(own.pushUrlQr).to.match(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/);
    // Cached for an hour at most, then there is a new one.
    heldClock.advance(hours(1));
    expect((await shown(host.client)).pushUrl).not.to.equal(own.pushUrl);
  });

  it("everyone is told where to watch, by a signed address, until it has ended", async () => {
    const { live, host } = await buildLive();
    const { liveName, streamName } = live;
    const shown = async (as = client): Promise<any> => (await page({ liveName }, as)).list[0].liveBaseInfoRespVO;
    const { playUrl, safeUrl, playEndpoint } = await shown();
    const { txSecret, txTime } = Object.fromEntries(new URL(playUrl).searchParams);
    expect(playUrl).to.match(new RegExp(`^https://${config.LIVE_PLAY_DOMAIN}/live/${streamName}\\.flv\\?`));
    expect(safeUrl).to.equal(playUrl.replace(".flv", ".m3u8"));
    expect(txSecret).to.equal(md5(config.LIVE_PLAY_KEY + streamName + txTime));
    expect(playEndpoint).to.equal(config.LIVE_PLAY_DOMAIN);
    const operator = (await buildOperator(["*"])).client;
    await operator.put("/admin-api/cloudlive/live-base-info/end", { id: live._id });
    const over = { status: 2, playUrl: null, safeUrl: null, pushUrl: null, pushUrlQr: null };
    expect(await shown(host.client)).to.include(over);
  });

  it("bad input is named, and a stranger is turned away", async () => {
    for (const [body, field] of [
      [{ status: 3 }, "status"],
      [{ liveName: { $gt: "" } }, "liveName"],
      [{ pageSize: 0 }, "pageSize"],
      [{ pageNo: 0 }, "pageNo"],
    ] as const) {
      const reply = await client.post(PAGE, body);
      expect([reply.status, reply.msg.split(":")[0]], reply.msg).to.deep.equal([400, field]);
    }
    expect((await stranger.post(PAGE, {})).status).to.equal(401);
  });
});
