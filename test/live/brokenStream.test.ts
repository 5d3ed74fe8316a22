import { expect } from "chai";
import { createHash } from "node:crypto";
import { endBrokenLive } from "#shared/domains/live/worker.js";
import { endBrokenLiveJob } from "#shared/domains/live/live.jobs.js";
import { LiveModel } from "#shared/domains/live/index.js";
import { LiveRecordingModel } from "#shared/domains/live/callback/liveRecording.model.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { buildLive, buildLiveMount, readLive, readLiveMount } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { call, stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const END = "/app-api/cloudlive/live/end";

describe("a stream that breaks", () => {
  let callbackUrl: string;
  before(async () => {
    callbackUrl = `${(await startService()).url}/callback/live`;
  });
  afterEach(async () => {
    await fetch(`${sandbox.url}/sandbox/faults?platform=live`, { method: "DELETE" });
    await runJobs();
    heldClock.release();
  });

  const host = async (streamName: string, verb: "start" | "end", body: object = {}): Promise<any> => {
    const response = await fetch(`${sandbox.url}/sandbox/live/${streamName}/${verb}`, {
      method: "POST",
      body: JSON.stringify({ callbackUrl, ...body }),
    });
    expect(response.status).to.equal(200);
    await runJobs();
    return response.json();
  };
  const lost = (streamName: string, body: object = {}) => host(streamName, "end", { broken: true, ...body });
  const nobody = () => ({ callbackUrl: `${callbackUrl}/nobody` });
  /** A callback as the provider sends it, with its own time of the event. */
  async function tell(streamName: string, event_type: 0 | 1, event_time: number): Promise<void> {
    const t = Math.floor(clock.ms() / 1_000) + 600;
    const sign = createHash("md5").update(`${config.LIVE_CALLBACK_KEY}${t}`).digest("hex");
    const event = { stream_id: streamName, event_type, event_time, sequence: "1", t, sign };
    expect((await call("POST", "/callback/live", event)).status).to.equal(200);
    await runJobs();
  }
  const wait = async (waitSeconds: number): Promise<void> => {
    heldClock.advance(seconds(waitSeconds));
    await runJobs();
  };
  const statusOf = async (liveId: number): Promise<number> => (await readLive(liveId)).status;
  const running = async () => {
    const built = await buildLive({ started: false });
    await host(built.live.streamName, "start");
    expect(await statusOf(built.live._id)).to.equal(1);
    return { ...built, id: built.live._id, streamName: built.live.streamName };
  };

  it("for three seconds goes on: chat, counts and shelf stay, and its recordings are gathered", async () => {
    const { id, streamName } = await running();
    const { mountId } = await buildLiveMount(id, { explainStatus: 1 });
    const { client } = await buildMember();
    await lost(streamName, { record: { duration: 20 } });
    expect(await statusOf(id)).to.equal(1);
    for (const verb of ["play", "like"])
      expect((await client.post(`/app-api/cloudlive/live/${verb}`, { id, count: 1 })).code, verb).to.equal(0);
    expect((await readLiveMount(mountId)).explainStatus).to.equal(1);
    const operator = (await buildOperator(["cloudlive:live-base-info:query"])).client;
    const shown = async () => (await operator.get(`/admin-api/cloudlive/live-base-info/get?id=${id}`)).data;
    expect((await shown()).brokenTime).to.be.a("number");
    await host(streamName, "start");
    expect((await shown()).brokenTime).to.equal(null);
    await wait(config.LIVE_GRACE_SECONDS * 2);
    expect(await statusOf(id)).to.equal(1);
    await host(streamName, "end", { record: { duration: 40 } });
    await wait(config.LIVE_GRACE_SECONDS + 1);
    expect(await statusOf(id)).to.equal(2);
    expect((await readLiveMount(mountId)).explainStatus).to.equal(0);
    const files = await LiveRecordingModel.find({ liveId: id }).lean();
    expect(files.map(({ durationSeconds }) => durationSeconds).toSorted()).to.deep.equal([20, 40]);
  });

  it("and does not come back ends the live when its time is over, not before, as of the break", async () => {
    const { id, streamName } = await running();
    heldClock.hold();
    const brokeAt = clock.ms();
    await lost(streamName);
    await wait(config.LIVE_GRACE_SECONDS - 5);
    expect(await statusOf(id)).to.equal(1);
    await wait(10);
    const live = await readLive(id);
    expect([live.status, live.brokenAt]).to.deep.equal([2, null]);
    expect(Math.abs(+live.endedAt! - brokeAt)).to.be.below(seconds(3));
    // Twice, and late, it changes nothing.
    await enqueue(endBrokenLiveJob, { liveId: id });
    await runJobs();
    await endBrokenLive(id);
    expect((await readLive(id)).endedAt).to.deep.equal(live.endedAt);
  });

  it("again and again has its whole time after each break", async () => {
    const { id, streamName } = await running();
    heldClock.hold();
    for (let round = 0; round < 3; round++) {
      await lost(streamName);
      await wait(1);
      await host(streamName, "start");
    }
    await wait(config.LIVE_GRACE_SECONDS + 5);
    expect(await statusOf(id)).to.equal(1);
  });

  it("is ended at once by its host, who alone may, or by an operator", async () => {
    const first = await running();
    await lost(first.streamName);
    const other = await buildMember();
    expect((await stranger.post(END, { id: first.id })).status).to.equal(401);
    expect((await other.client.post(END, { id: first.id })).status).to.equal(403);
    expect((await first.host.client.post(END, { id: 999_999_999 })).code).to.equal(1015002000);
    const bad = await first.host.client.post(END, { id: "x" });
    expect([bad.status, bad.msg.split(/[:：]/)[0]]).to.deep.equal([400, "id"]);
    const replies = await Promise.all([1, 2].map(() => first.host.client.post(END, { id: first.id })));
    expect(replies.map(({ code }) => code).toSorted()).to.deep.equal([0, 1015002002]);
    expect(await statusOf(first.id)).to.equal(2);
    await host(first.streamName, "start");
    expect(await statusOf(first.id)).to.equal(2);

    const second = await running();
    await lost(second.streamName);
    const operator = (await buildOperator(["cloudlive:live-base-info:update"])).client;
    expect((await operator.put("/admin-api/cloudlive/live-base-info/end", { id: second.id })).code).to.equal(0);
    expect(await statusOf(second.id)).to.equal(2);
  });

  it("is not over by an end that is told after the new start", async () => {
    const { id, streamName } = await running();
    const before = Math.floor(clock.ms() / 1_000) - 5;
    await lost(streamName, nobody());
    await host(streamName, "start");
    await tell(streamName, 0, before);
    expect(await readLive(id)).to.include({ status: 1, brokenAt: null });
    await wait(config.LIVE_GRACE_SECONDS * 2);
    expect(await statusOf(id)).to.equal(1);
  });

  it("goes on when the start's callback is lost: the provider is asked before the live is ended", async () => {
    const { id, streamName } = await running();
    await lost(streamName);
    await host(streamName, "start", nobody());
    expect((await readLive(id)).brokenAt).to.be.instanceOf(Date);
    await wait(config.LIVE_GRACE_SECONDS + 1);
    expect(await readLive(id)).to.include({ status: 1, brokenAt: null });
  });

  it("waits for a provider that does not answer, some minutes at most", async () => {
    const { id, streamName } = await running();
    await lost(streamName);
    await fetch(`${sandbox.url}/sandbox/faults`, {
      method: "PUT",
      body: JSON.stringify({ platform: "live", mode: "error", count: 1_000 }),
    });
    heldClock.advance(seconds(config.LIVE_GRACE_SECONDS) + 1);
    await endBrokenLive(id).then(
      () => expect.fail("it was ended without the provider's word"),
      () => undefined,
    );
    expect(await statusOf(id)).to.equal(1);
    heldClock.advance(minutes(11));
    await endBrokenLive(id);
    expect(await statusOf(id)).to.equal(2);
  });

  it("has its end in the outbox, where a crash of a worker does not reach it; of older rows as well", async () => {
    const { id, streamName } = await running();
    await LiveModel.collection.updateOne({ _id: id } as never, { $unset: { brokenAt: "", lastPushAt: "" } });
    await lost(streamName);
    const rows = await OutboxModel.countDocuments({ job: endBrokenLiveJob.name, "payload.liveId": id });
    expect(rows).to.equal(1);
    await wait(config.LIVE_GRACE_SECONDS + 1);
    expect(await statusOf(id)).to.equal(2);
  });

  it("is over at once where lives do not wait", async () => {
    const { id, streamName } = await running();
    const { LIVE_GRACE_SECONDS } = config;
    Object.assign(config, { LIVE_GRACE_SECONDS: 0 });
    try {
      await lost(streamName);
      expect(await statusOf(id)).to.equal(2);
    } finally {
      Object.assign(config, { LIVE_GRACE_SECONDS });
    }
  });
});
