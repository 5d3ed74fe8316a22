import { createHash } from "node:crypto";
import { expect } from "chai";
import {
  applyCallbackJob,
  applyLiveCallback,
  LiveCallbackModel,
  LiveRecordingModel,
} from "#shared/domains/live/index.js";
import { clock, heldClock, minutes } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { enqueue } from "#shared/platform/outbox.js";
import { buildLive, buildLiveMount, readLive, readLiveMount } from "#test/factories/live.js";
import { buildMember } from "#test/factories/member.js";
import { call, type Reply } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const now = (): number => Math.floor(clock.ms() / 1_000);

/** As the platform's documentation shows it. */
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

describe("callbacks of the streaming platform", () => {
  before(() => startService());
  afterEach(async () => {
    heldClock.release();
    await runJobs();
  });

  it("start moves 0 to 1, end 1 to 2, a recording is added and shown once the live has ended", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    const { client } = await buildMember();
    const seen = async (): Promise<any> =>
      (await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", { liveName: live.liveName })).data.list[0];
    const startedAt = now();
    await tell(stream(streamName, 1, { event_time: startedAt }));
    expect(await readLive(_id)).to.deep.include({ status: 1, startedAt: new Date(startedAt * 1_000) });
    await tell({ ...recorded(streamName, `f${_id}`), record_event: undefined });
    expect((await seen()).baseRecordInfoRespVOList).to.deep.equal([]);
    const { mountId } = await buildLiveMount(_id, { explainStatus: 1 });
    await tell(stream(streamName, 0, { push_duration: "1" }));
    expect((await readLive(_id)).status).to.equal(2);
    expect((await readLiveMount(mountId)).explainStatus).to.equal(0);
    const [file] = (await seen()).baseRecordInfoRespVOList;
    expect(file).to.deep.equal({
      id: file.id,
      streamId: streamName,
      channelId: streamName,
      fileId: `f${_id}`,
      recordFileId: `f${_id}`,
      duration: 154,
      fileSize: 277941079,
      videoUrl: `https://vod.example.com/f${_id}.mp4`,
      streamParam: "a=b",
      createTime: file.createTime,
    });
  });

  it("the same one fifty times is stored and done once, and the job changes nothing the second time", async () => {
    const { live } = await buildLive();
    const body = signed(recorded(live.streamName, `once${live._id}`));
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(body)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).to.deep.equal(new Set(['200 {"code":0}']));
    await runJobs();
    const stored = await LiveCallbackModel.find({ body: new RegExp(live.streamName) }).lean();
    expect(stored).to.have.length(1);
    await enqueue(applyCallbackJob, { callbackId: stored[0]!._id });
    await runJobs();
    await applyLiveCallback(stored[0]!._id);
    // Told of again later it is another callback, and the same file.
    heldClock.advance(minutes(1));
    await tell(recorded(live.streamName, `once${live._id}`));
    expect(await LiveRecordingModel.countDocuments({ liveId: live._id })).to.equal(1);
  });

  it("a recording told of by several callbacks at once, before the live began, stands once and is shown at the end", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    const file = recorded(streamName, `twice${_id}`);
    const told = [1, 2, 3, 4].map((event_time) => signed({ ...file, event_time }));
    const replies = await Promise.all(told.map(post));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    await runJobs();
    expect(await LiveRecordingModel.countDocuments({ liveId: _id })).to.equal(1);
    expect(await LiveCallbackModel.countDocuments({ body: new RegExp(streamName), handledAt: null })).to.equal(0);
    await tell(stream(streamName, 1));
    await tell(stream(streamName, 0));
    const { client } = await buildMember();
    const page = await client.post("/app-api/cloudlive/live/getLiveRoomLivingPage", { liveName: live.liveName });
    expect(page.data.list[0].baseRecordInfoRespVOList).to.have.length(1);
  });

  it("an end told before its start leaves the live ended", async () => {
    const { live } = await buildLive({ started: false });
    await tell(stream(live.streamName, 0));
    expect((await readLive(live._id)).status).to.equal(0);
    await tell(stream(live.streamName, 1));
    expect((await readLive(live._id)).status).to.equal(2);
  });

  it("the late end of an older push does not end the live that a newer one carries", async () => {
    const { live } = await buildLive({ started: false });
    const { _id, streamName } = live;
    const at = now();
    await tell(stream(streamName, 1, { sequence: "1", event_time: at }));
    await tell(stream(streamName, 1, { sequence: "2", event_time: at + 20 }));
    await tell(stream(streamName, 0, { sequence: "1", event_time: at + 10 }));
    expect((await readLive(_id)).status).to.equal(1);
    await tell(stream(streamName, 0, { sequence: "2", event_time: at + 30 }));
    expect((await readLive(_id)).status).to.equal(2);
    await tell(stream(streamName, 1, { sequence: "3", event_time: at + 40 }));
    expect((await readLive(_id)).status).to.equal(2);
  });

  it("words about the recording are shown beside the counts", async () => {
    const { live } = await buildLive();
    await tell({ event_type: 332, stream_id: live.streamName, record_event: "record_start_succeeded" });
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
    const callbackUrl = `${(await startService()).url}/callback/live`;
    const control = async (verb: string, body: object): Promise<any> => {
      const response = await fetch(`${sandbox.url}/sandbox/live/${streamName}/${verb}`, {
        method: "POST",
        body: JSON.stringify({ callbackUrl, ...body }),
      });
      expect(response.status).to.equal(200);
      await runJobs();
      return response.json();
    };
    const forged = await control("start", { badSignature: true });
    expect(forged.deliveries).to.deep.include.members([{ ...forged.deliveries[0], status: 401, taken: false }]);
    expect((await readLive(_id)).status).to.equal(0);
    const started = await control("start", { times: 20 });
    expect(started.deliveries.every(({ taken }: { taken: boolean }) => taken)).to.equal(true);
    expect((await readLive(_id)).status).to.equal(1);
    await control("end", { record: true });
    expect((await readLive(_id)).status).to.equal(2);
    expect(await LiveRecordingModel.countDocuments({ liveId: _id })).to.equal(1);
  });
});
