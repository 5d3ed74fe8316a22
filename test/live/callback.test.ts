import { createHash } from "node:crypto";
import { expect } from "chai";
import { applyCallbackJob } from "#shared/domains/live/live.jobs.js";
import { applyLiveCallback } from "#shared/domains/live/worker.js";
import { LiveCallbackModel } from "#shared/domains/live/callback/liveCallback.model.js";
import { LiveRecordingModel } from "#shared/domains/live/callback/liveRecording.model.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildLive, buildLiveMount, readLive, readLiveMount } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { call, type Reply } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const now = (): number => Math.floor(clock.ms() / 1_000);

/** As the provider's documentation shows it. */
function signed(event: object, { key = config.LIVE_CALLBACK_KEY, t = now() + 600 } = {}): object {
  return { ...event, t, sign: md5(`${key}${t}`) };
}
const post = (body: object | string): Promise<Reply> => call("POST", "/callback/live", body);
async function tell(event: object): Promise<void> {
  const reply = await post(signed(event));
  expect([reply.status, reply.text]).to.deep.equal([200, '{"code":0}']);
  await runJobs();
}
const stream = (stream_id: string, event_type: 0 | 1, more: object = {}) => ({
  app: "push.live.invalid",
  appid: 1300000000,
  appname: "live",
  channel_id: stream_id,
  errcode: 0,
  errmsg: "ok",
  event_time: now(),
  event_type,
  node: "100.121.160.92",
  sequence: "6674468118806626493",
  stream_id,
  stream_param: "",
  user_ip: "119.29.94.245",
  ...more,
});
const recorded = (stream_id: string, file_id: string) => ({
  event_type: 100,
  appid: 1300000000,
  app: "push.live.invalid",
  appname: "live",
  stream_id,
  channel_id: stream_id,
  file_id,
  record_file_id: file_id,
  file_format: "mp4",
  duration: 154,
  file_size: 277941079,
  stream_param: "a=b",
  video_url: `https://vod.example.com/${file_id}.mp4`,
});
const recording = (stream_id: string, record_event: string) => ({ event_type: 332, stream_id, record_event });

describe("callbacks of the streaming provider", () => {
  let callbackUrl: string;
  before(async () => {
    callbackUrl = `${(await startService()).url}/callback/live`;
  });
  afterEach(async () => {
    heldClock.release();
    await fetch(`${sandbox.url}/sandbox/faults?platform=live`, { method: "DELETE" });
    await runJobs();
  });

  /** The host pushes, or stops, and the provider tells of it. */
  const host = async (streamName: string, verb: "start" | "end", body: object = {}): Promise<any> => {
    const response = await fetch(`${sandbox.url}/sandbox/live/${streamName}/${verb}`, {
      method: "POST",
      body: JSON.stringify({ callbackUrl, ...body }),
    });
    expect(response.status).to.equal(200);
    await runJobs();
    return response.json();
  };
  /** The provider is asked again and again, and knows of nothing. */
  const untilGivenUp = async (): Promise<void> => {
    for (const wait of [5, 15, 60, 300]) {
      heldClock.advance(wait * 1_000 + 1);
      await runJobs();
    }
    heldClock.release();
  };
  /** Nobody pushes for as long as a live waits for its stream. */
  const waitInVain = async (): Promise<void> => {
    heldClock.advance(seconds(config.LIVE_GRACE_SECONDS) + 1);
    await runJobs();
  };
  const openCallbacks = (streamName: string): Promise<number> =>
    LiveCallbackModel.countDocuments({ body: new RegExp(streamName), handledAt: null });

  it("start moves 0 to 1, end 1 to 2, a recording is added and shown once the live has ended", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    const { client } = await buildMember();
    const seen = async (): Promise<any> =>
      (await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", { liveName: live.liveName })).data.list[0];
    const before = clock.ms();
    await host(streamName, "start");
    const begun = await readLive(_id);
    expect(begun.status).to.equal(1);
    expect(begun.startedAt!.getTime()).to.be.within(before, clock.ms());
    expect((await seen()).baseRecordInfoRespVOList).to.deep.equal([]);
    const { mountId } = await buildLiveMount(_id, { explainStatus: 1 });
    const videoUrl = "https://vod.example.com/a.mp4";
    await host(streamName, "end", { record: { duration: 154, fileSize: 277941079, videoUrl } });
    await waitInVain();
    expect((await readLive(_id)).status).to.equal(2);
    expect((await readLiveMount(mountId)).explainStatus).to.equal(0);
    const [file] = (await seen()).baseRecordInfoRespVOList;
    expect(file).to.deep.equal({
      id: file.id,
      streamId: streamName,
      channelId: streamName,
      fileId: file.fileId,
      recordFileId: file.fileId,
      duration: 154,
      fileSize: 277941079,
      videoUrl,
      streamParam: "",
      createTime: file.createTime,
    });
  });

  it("well signed and made up, change nothing: the provider is asked", async () => {
    heldClock.hold();
    const { live: waiting } = await buildLive({ started: false });
    const { live: running } = await buildLive();
    const { live: pushed } = await buildLive({ started: false });
    await host(pushed.streamName, "start");
    const lives = [waiting, running, pushed];
    const before = await Promise.all(lives.map(({ _id }) => readLive(_id)));
    for (const { streamName } of lives) {
      await tell(stream(streamName, 0));
      await tell(recorded(streamName, `forged-${streamName}`));
      await tell(recording(streamName, "record_ended"));
      await tell(recording(streamName, "<b>hacked</b>"));
    }
    for (const { streamName } of [waiting, running]) {
      await tell(stream(streamName, 1, { event_time: now() + 60 }));
      await tell(recording(streamName, "record_error"));
    }
    await untilGivenUp();
    expect(await Promise.all(lives.map(({ _id }) => readLive(_id)))).to.deep.equal(before);
    for (const { _id, streamName } of lives) {
      expect(await LiveRecordingModel.countDocuments({ liveId: _id })).to.equal(0);
      expect(await openCallbacks(streamName), "given up").to.equal(0);
    }
  });

  it("are done once the provider is back", async () => {
    const { live } = await buildLive({ started: false });
    const fault = { platform: "live", mode: "error", count: 2 };
    await fetch(`${sandbox.url}/sandbox/faults`, { method: "PUT", body: JSON.stringify(fault) });
    await host(live.streamName, "start");
    expect((await readLive(live._id)).status).to.equal(1);
  });

  it("the same one thirty times is stored and done once, and the job changes nothing the second time", async () => {
    const { live } = await buildLive();
    await host(live.streamName, "end", { record: true, times: 30 });
    const stored = await LiveCallbackModel.find({ body: new RegExp(live.streamName) }).lean();
    expect(stored).to.have.length(2);
    for (const { _id } of stored) {
      await enqueue(applyCallbackJob, { callbackId: _id });
      await runJobs();
      await applyLiveCallback(_id);
    }
    // Told of again later it is another callback, and the same file.
    heldClock.advance(minutes(1));
    const [file] = await LiveRecordingModel.find({ liveId: live._id }).lean();
    await tell(recorded(live.streamName, file!.fileId));
    expect(await LiveRecordingModel.countDocuments({ liveId: live._id })).to.equal(1);
  });

  it("a recording told of by several callbacks at once stands once and is shown at the end", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    await host(streamName, "start");
    await host(streamName, "end", { record: true });
    await waitInVain();
    const { fileId } = await LiveRecordingModel.findOne({ liveId: _id }).orFail().lean();
    await LiveRecordingModel.deleteMany({ liveId: _id });
    const told = [1, 2, 3, 4].map((event_time) => signed({ ...recorded(streamName, fileId), event_time }));
    const replies = await Promise.all(told.map(post));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    await runJobs();
    expect(await LiveRecordingModel.countDocuments({ liveId: _id })).to.equal(1);
    expect(await openCallbacks(streamName)).to.equal(0);
    const { client } = await buildMember();
    const page = await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", { liveName: live.liveName });
    expect(page.data.list[0].baseRecordInfoRespVOList).to.have.length(1);
  });

  it("told late, when the stream is over already, leave the live ended", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    // Nobody was there to be told.
    await host(streamName, "start", { callbackUrl: `${callbackUrl}/nobody` });
    await host(streamName, "end", { callbackUrl: `${callbackUrl}/nobody` });
    expect((await readLive(_id)).status).to.equal(0);
    await tell(stream(streamName, 1));
    expect((await readLive(_id)).status).to.equal(1);
    await waitInVain();
    expect((await readLive(_id)).status).to.equal(2);
    await tell(stream(streamName, 0));
    expect((await readLive(_id)).status).to.equal(2);
  });

  it("the late end of an older push does not end the live that a newer one carries", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    await host(streamName, "start");
    await host(streamName, "start");
    await tell(stream(streamName, 0, { event_time: now() + 1 }));
    expect((await readLive(_id)).status).to.equal(1);
    await host(streamName, "end");
    await waitInVain();
    expect((await readLive(_id)).status).to.equal(2);
    await host(streamName, "start");
    expect((await readLive(_id)).status).to.equal(2);
  });

  it("an end that the provider's API does not know of yet is done when it does", async () => {
    heldClock.hold();
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    await host(streamName, "start");
    await tell(stream(streamName, 0));
    expect((await readLive(_id)).status).to.equal(1);
    await host(streamName, "end", { callbackUrl: `${callbackUrl}/nobody` });
    heldClock.advance(minutes(1));
    await runJobs();
    await waitInVain();
    expect((await readLive(_id)).status).to.equal(2);
  });

  it("words about the recording are shown beside the counts", async () => {
    const { live } = await buildLive();
    await host(live.streamName, "start");
    await tell(recording(live.streamName, "record_start_succeeded"));
    const { client } = await buildMember();
    const { data } = await client.post("/app-api/cloudlive/live/getLiveLikePlayTimesInfo", { id: live._id });
    expect(data.recordEvent).to.equal("record_start_succeeded");
  });

  it("a bad, missing or expired signature changes nothing", async () => {
    const { live } = await buildLive({ started: false });
    const event = stream(live.streamName, 1);
    const before = await LiveCallbackModel.countDocuments();
    const bad = [
      signed(event, { key: "another" }),
      signed(event, { t: now() - 1 }),
      { ...signed(event), t: now() + 601 },
      { ...signed(event), sign: "é".repeat(32) },
      { ...signed(event), sign: { $gt: "" } },
      event,
      "",
      "no json",
      "[]",
    ];
    for (const body of bad) {
      const reply = await post(body);
      expect([reply.status, reply.code], JSON.stringify(body).slice(0, 60)).to.deep.equal([401, 401]);
    }
    expect((await post({ ...signed(event), more: "x".repeat(70_000) })).status).to.equal(413);
    expect(await LiveCallbackModel.countDocuments()).to.equal(before);
    await runJobs();
    expect((await readLive(live._id)).status).to.equal(0);
  });

  it("about a stream that is none of ours, or in an unknown form, is taken and leads to nothing", async () => {
    await tell(stream("nobody", 1));
    await tell(recorded("nobody", "nobody1"));
    await tell({ event_type: 200 });
    await tell({ event_type: 1, stream_id: "nobody" });
    await tell({});
    expect(await LiveRecordingModel.countDocuments({ streamId: "nobody" })).to.equal(0);
    expect(await LiveCallbackModel.countDocuments({ handledAt: null })).to.equal(0);
  });

  it("the sandbox plays the host: start and end, with a recording on request", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    const forged = await host(streamName, "start", { badSignature: true });
    expect(forged.deliveries).to.deep.include.members([{ ...forged.deliveries[0], status: 401, taken: false }]);
    expect((await readLive(_id)).status).to.equal(0);
    const started = await host(streamName, "start", { times: 20 });
    expect(started.deliveries.every(({ taken }: { taken: boolean }) => taken)).to.equal(true);
    expect((await readLive(_id)).status).to.equal(1);
    await host(streamName, "end", { record: true });
    await waitInVain();
    expect((await readLive(_id)).status).to.equal(2);
    expect(await LiveRecordingModel.countDocuments({ liveId: _id })).to.equal(1);
  });
});
