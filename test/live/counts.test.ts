import { expect } from "chai";
import { LiveModel, rollUpCounts, type LiveDoc } from "#shared/domains/live/index.js";
import { rollUpCountsJob } from "#shared/domains/live/live.jobs.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { producerRedis } from "#shared/kernel/redis/redis.js";
import { buildLive, readLive } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { ABSENT } from "./support.js";

const BASE = "/app-api/cloudlive/live";

describe("likes and plays of a live", () => {
  let client: Client;
  let operator: Client;
  before(async () => {
    client = (await buildMember()).client;
    operator = (await buildOperator(["*"])).client;
  });
  const like = (id: number, count: number) => client.post(`${BASE}/like`, { id, count });
  const play = (id: number) => client.post(`${BASE}/play`, { id });
  const shown = async (id: number): Promise<[number, number]> => {
    const { code, data, msg } = await client.post(`${BASE}/getLiveLikePlayTimesInfo`, { id });
    expect(code, msg).to.equal(0);
    return [data.likeTimes, data.playTimes];
  };
  const stored = async (id: number): Promise<[number, number]> => {
    const { likeTimes, playTimes } = await readLive(id);
    return [likeTimes, playTimes];
  };
  const rollUp = async (): Promise<void> => {
    await enqueue(rollUpCountsJob, {});
    await runJobs();
  };
  const isDirty = async ({ streamName }: LiveDoc): Promise<boolean> =>
    (await producerRedis().sismember(`${keysOf()}:live:dirty`, streamName)) === 1;
  const countsKey = ({ streamName }: LiveDoc): string => `${keysOf()}:live:counts:${streamName}`;

  it("are counted at once, none is lost or doubled, and the job writes them into the live", async () => {
    const { live } = await buildLive({ virtualLikeTimes: 50, virtualPlayTimes: 60 });
    const id = live._id;
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => like(id, (index % 5) + 1)),
      ...Array.from({ length: 10 }, () => play(id)),
    ]);
    expect(replies.every(({ code, data }) => code === 0 && data === true)).to.equal(true);
    expect(await shown(id)).to.deep.equal([60, 10]);
    const page = await client.post(`${BASE}/getLiveRoomLivingPage`, { liveName: live.liveName });
    expect(page.data.list[0].liveBaseInfoRespVO).to.include({ likeTimes: 60, playTimes: 10, virtualLikeTimes: 50 });
    expect(await isDirty(live)).to.equal(true);
    await rollUp();
    expect(await stored(id)).to.deep.equal([60, 10]);
    expect(await isDirty(live)).to.equal(false);
    expect(await readLive(id)).to.include({ virtualLikeTimes: 50, virtualPlayTimes: 60 });
  });

  it("a job that runs twice, or beside another, adds nothing", async () => {
    const { live } = await buildLive();
    const id = live._id;
    await like(id, 3);
    await play(id);
    await Promise.all([rollUpCounts(), rollUpCounts(), rollUpCounts()]);
    await rollUp();
    expect(await stored(id)).to.deep.equal([3, 1]);
    await like(id, 2);
    await rollUp();
    await rollUp();
    expect([await stored(id), await shown(id)]).to.deep.equal([
      [5, 1],
      [5, 1],
    ]);
  });

  it("a job that was killed after its write leaves the live dirty, and the next one changes nothing", async () => {
    const { live } = await buildLive();
    const id = live._id;
    await like(id, 4);
    // What the dead one did: the totals are in MongoDB, Redis was not told.
    await LiveModel.updateOne({ _id: id }, { $max: { likeTimes: 4, playTimes: 0 } });
    expect(await isDirty(live)).to.equal(true);
    await rollUp();
    expect([await stored(id), await isDirty(live)]).to.deep.equal([[4, 0], false]);
    await like(id, 1);
    expect(await shown(id)).to.deep.equal([5, 0]);
  });

  it("counting while jobs run loses nothing", async () => {
    const { live } = await buildLive();
    const id = live._id;
    for (let round = 0; round < 5; round++)
      await Promise.all([...Array.from({ length: 6 }, () => like(id, 2)), rollUpCounts(), play(id), rollUpCounts()]);
    await rollUp();
    expect([await stored(id), await shown(id)]).to.deep.equal([
      [60, 5],
      [60, 5],
    ]);
  });

  it("without what Redis kept, counting goes on from what MongoDB has", async () => {
    const { live } = await buildLive();
    const id = live._id;
    await like(id, 9);
    await rollUp();
    await producerRedis().del(countsKey(live));
    expect(await shown(id)).to.deep.equal([9, 0]);
    await Promise.all([like(id, 1), like(id, 1), play(id)]);
    expect(await shown(id)).to.deep.equal([11, 1]);
    await rollUp();
    expect(await stored(id)).to.deep.equal([11, 1]);
    // Lost before it was rolled up: what was not in MongoDB yet is gone, and the job does not stumble.
    await like(id, 5);
    await producerRedis().del(countsKey(live));
    await rollUp();
    expect([await shown(id), await isDirty(live)]).to.deep.equal([[11, 1], false]);
  });

  it("a total that nobody counts on is not kept for ever", async () => {
    const { live } = await buildLive();
    await like(live._id, 1);
    expect(await producerRedis().ttl(countsKey(live))).to.equal(-1);
    await rollUp();
    expect(await producerRedis().ttl(countsKey(live))).to.be.within(80_000, 86_400);
    await like(live._id, 1);
    expect(await producerRedis().ttl(countsKey(live))).to.equal(-1);
  });

  it("only a running live takes them; it shows its counts when it has ended", async () => {
    const { live } = await buildLive({ started: false });
    const id = live._id;
    expect([(await like(id, 1)).code, (await play(id)).code]).to.deep.equal([1015002002, 1015002002]);
    await operator.put("/admin-api/cloudlive/live-base-info/start", { id });
    expect([(await like(id, 1)).code, (await play(id)).code]).to.deep.equal([0, 0]);
    await operator.put("/admin-api/cloudlive/live-base-info/end", { id });
    const late = await like(id, 1);
    expect([late.code, late.data]).to.deep.equal([1015002002, false]);
    expect((await play(id)).code).to.equal(1015002002);
    expect(await shown(id)).to.deep.equal([1, 1]);
    await rollUp();
    const admin = await operator.post("/admin-api/cloudlive/live-base-info/getLiveLikePlayTimesAdmin", { id });
    expect(admin.data).to.deep.equal({
      id,
      playTimes: 1,
      likeTimes: 1,
      virtualPlayTimes: 0,
      virtualLikeTimes: 0,
      status: 2,
      recordEvent: "",
    });
  });

  it("an unknown live, bad input and strangers are refused", async () => {
    for (const verb of ["like", "play", "getLiveLikePlayTimesInfo"]) {
      const body = { id: ABSENT, count: 1 };
      expect((await client.post(`${BASE}/${verb}`, body)).code, verb).to.equal(1015002000);
      expect((await stranger.post(`${BASE}/${verb}`, body)).status, verb).to.equal(401);
      const bad = await client.post(`${BASE}/${verb}`, { count: 1 });
      expect([bad.status, bad.msg.split(":")[0]], verb).to.deep.equal([400, "id"]);
    }
    const { live } = await buildLive();
    for (const count of [0, 21, 1.5, "3", null, undefined]) {
      const reply = await client.post(`${BASE}/like`, { id: live._id, count });
      expect([reply.status, reply.msg.split(":")[0]], String(count)).to.deep.equal([400, "count"]);
    }
    expect(await shown(live._id)).to.deep.equal([0, 0]);
  });
});
