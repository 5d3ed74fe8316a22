import { createHash } from "node:crypto";
import { expect } from "chai";
import { applyVodCallback } from "#shared/domains/video/worker.js";
import { applyVodCallbackJob } from "#shared/domains/video/video.jobs.js";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { VodCallbackModel } from "#shared/domains/video/vodCallback.model.js";
import type { VideoDoc } from "#shared/domains/video/index.js";
import { clock, minutes } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildVideo, readVideo } from "#test/factories/video.js";
import { call, type Reply } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { calledBack, control, fault, noFaults } from "./support.js";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
const now = (): number => Math.floor(clock.ms() / 1_000);
const signed = (event: object, { key = config.VOD_CALLBACK_KEY, t = now() + 600 } = {}): object => ({
  ...event,
  t,
  sign: md5(`${key}${t}`),
});
const post = (body: object | string, path = "/callback/vod"): Promise<Reply> => call("POST", path, body);

/** As the provider's documentation shows them; what they say beside the names may be anything. */
const pulled = ({ fileId }: VideoDoc, more: object = {}) => ({
  EventType: "PullComplete",
  PullCompleteEvent: {
    TaskId: "125676836723-Pull-f5ac8127b3b6b85cdc13f237c6005d8",
    Status: "FINISH",
    ErrCode: 0,
    Message: "SUCCESS",
    FileId: `14508071098${Number.parseInt(fileId.slice(0, 8), 16)}`,
    MediaBasicInfo: { Name: fileId, CoverUrl: "https://forged.example/c.jpg", Type: "mp4", MediaUrl: FORGED },
    FileUrl: FORGED,
    ProcedureTaskId: "",
    SessionContext: `${fileId}-1`,
    SessionId: `${fileId}-1`,
    ...more,
  },
});
const FORGED = "http://forged.example/x.mp4";
const cover = (FileId: string, CoverUrl: unknown, SessionContext = "") => ({
  EventType: "ProcedureStateChanged",
  ProcedureStateChangeEvent: {
    TaskId: "x-Procedure-1",
    Status: "FINISH",
    ErrCode: 0,
    FileId,
    SessionContext,
    MediaProcessResultSet: [
      { Type: "CoverBySnapshot", CoverBySnapshotTask: { Status: "SUCCESS", ErrCode: 0, Output: { CoverUrl } } },
    ],
  },
});

describe("callbacks of the video provider", () => {
  before(calledBack);
  afterEach(async () => {
    await noFaults();
    await runJobs();
  });

  /** A video that the provider fetches for as long as the test likes. */
  async function pushedVideo(): Promise<VideoDoc> {
    await fault({ mode: "hold", path: "PullUpload" });
    const { video } = await buildVideo();
    await eventually("it was asked", async () => (await readVideo(video._id)).taskId !== null);
    return readVideo(video._id);
  }
  async function tell(event: object, path?: string): Promise<void> {
    const reply = await post(signed(event), path);
    expect([reply.status, reply.text]).to.deep.equal([200, '{"code":0}']);
    await runJobs();
  }

  const finish = (video: VideoDoc, body: object = {}): Promise<any> =>
    control("POST", `/sandbox/vod/${video.fileId}/finish`, body).then(async (ended) => (await runJobs(), ended));
  const taken = (name: string, body: object): Promise<void> =>
    control("POST", `/sandbox/vod/${name}/cover`, body).then(() => runJobs());

  it("a fetched video is ready; the provider's address is kept beside ours", async () => {
    const video = await pushedVideo();
    const { fileId, mediaUrl } = await finish(video);
    expect(await readVideo(video._id)).to.include({ status: 2, platformFileId: fileId, platformUrl: mediaUrl });
  });

  it("well signed and made up, changes nothing: the provider is asked", async () => {
    const video = await pushedVideo();
    const before = await readVideo(video._id);
    const source = `member=${video.memberId}`;
    const MediaBasicInfo = { MediaUrl: FORGED, CoverUrl: "", SourceInfo: { SourceContext: source } };
    for (const event of [
      pulled(video),
      pulled(video, { ErrCode: 60_000, FileId: "" }),
      pulled(video, { ErrCode: 70_000, FileId: "" }),
      pulled(video, { SessionContext: `${video.fileId}-2`, SessionId: "" }),
      pulled(video, { SessionContext: video.fileId, SessionId: "" }),
      cover("", "https://forged.example/c.jpg", `${video.fileId}-1`),
      { EventType: "NewFileUpload", FileUploadEvent: { FileId: "forged", MediaBasicInfo } },
    ])
      await tell(event);
    expect(await readVideo(video._id)).to.deep.equal(before);
    expect(await VideoModel.countDocuments({ memberId: video.memberId })).to.equal(1);
    const { fileId } = await finish(video);
    await tell(cover(fileId as string, "https://forged.example/c.jpg"));
    await tell(pulled(video));
    expect(await readVideo(video._id)).to.include({ status: 2, platformFileId: fileId, coverUrl: "" });
  });

  it("while the provider is down it waits, and is done once that is back", async () => {
    const video = await pushedVideo();
    await fault({ mode: "error", path: "DescribeTaskDetail", count: 2 });
    await finish(video);
    expect((await readVideo(video._id)).status).to.equal(2);
  });

  it("fifty copies at once are stored and done once, and the job changes nothing the second time", async () => {
    const video = await pushedVideo();
    await finish(video, { times: 50 });
    const stored = await VodCallbackModel.find({ body: new RegExp(video.fileId) }).lean();
    expect(stored).to.have.length(1);
    const row = await readVideo(video._id);
    expect(row.status).to.equal(2);
    await enqueue(applyVodCallbackJob, { callbackId: stored[0]!._id });
    await runJobs();
    await applyVodCallback(stored[0]!._id);
    expect(await readVideo(video._id)).to.deep.equal(row);
  });

  it("the cover is set once, by either side's name of the video, also one that was made before the video has arrived", async () => {
    const video = await pushedVideo();
    await taken(video.fileId, { coverUrl: "https://covers.example.com/early.jpg" });
    expect(await readVideo(video._id)).to.include({ coverUrl: "", status: 1 });
    const { fileId } = await finish(video);
    expect(await readVideo(video._id)).to.include({ coverUrl: "https://covers.example.com/early.jpg", status: 2 });
    await taken(fileId as string, { coverUrl: "https://covers.example.com/late.jpg" });
    expect(await readVideo(video._id)).to.include({ coverUrl: "https://covers.example.com/early.jpg", status: 2 });
    const other = await pushedVideo();
    const ended = await finish(other);
    await control("POST", `/sandbox/vod/${ended.fileId}/cover`, { coverUrl: "https://covers.example.com/o.jpg" });
    await tell(cover(ended.fileId as string, "x"), "/admin-api/cloudvod/callback");
    expect((await readVideo(other._id)).coverUrl).to.equal("https://covers.example.com/o.jpg");
  });

  it("pictures of the video stand for a cover where the task flow takes those", async () => {
    const video = await pushedVideo();
    await finish(video);
    await taken(video.fileId, { coverUrl: "https://covers.example.com/0.jpg", asSnapshot: true });
    expect((await readVideo(video._id)).coverUrl).to.equal("https://covers.example.com/0.jpg");
  });

  it("what is no address of the web is no cover", async () => {
    const video = await pushedVideo();
    await finish(video);
    for (const coverUrl of [
      "javascript:alert(1)",
      'https://x/"><script>',
      "data:image/png;base64,xx",
      "x".repeat(3_000),
    ])
      await taken(video.fileId, { coverUrl });
    expect((await readVideo(video._id)).coverUrl).to.equal("");
  });

  it("a bad, missing or expired signature changes nothing", async () => {
    const video = await pushedVideo();
    const event = pulled(video);
    const before = await VodCallbackModel.countDocuments();
    const bad = [
      signed(event, { key: "another" }),
      signed(event, { key: "" }),
      signed(event, { t: now() - 1 }),
      { ...signed(event), t: now() + 601 },
      { ...signed(event), sign: "é".repeat(32) },
      { ...signed(event), sign: { $gt: "" } },
      event,
      "",
      "no json",
      "[]",
    ];
    for (const path of ["/callback/vod", "/admin-api/cloudvod/callback"])
      for (const body of bad) {
        const reply = await post(body, path);
        expect([reply.status, reply.code], JSON.stringify(body).slice(0, 60)).to.deep.equal([401, 401]);
      }
    expect((await post({ ...signed(event), more: "x".repeat(70_000) })).status).to.equal(413);
    expect(await VodCallbackModel.countDocuments()).to.equal(before);
    expect((await readVideo(video._id)).status).to.equal(1);
    const { deliveries } = await control("POST", `/sandbox/vod/${video.fileId}/cover`, {
      badSignature: true,
      times: 3,
    });
    expect(deliveries.map(({ status }: { status: number }) => status)).to.deep.equal([401, 401, 401]);
    expect((await readVideo(video._id)).coverUrl).to.equal("");
  });

  it("about a video that is none of ours, or in an unknown form, is taken and leads to nothing", async () => {
    const count = await VideoModel.countDocuments();
    const nobody = { fileId: "nobody" } as VideoDoc;
    await tell(pulled(nobody));
    await tell(cover("9999", "https://covers.example.com/x.jpg", "nobody"));
    await tell({ EventType: "NewFileUpload", FileUploadEvent: { FileId: "1", MediaBasicInfo: null } });
    await tell({ EventType: "FileDeleted", FileDeleteEvent: {} });
    await tell({ EventType: "PullComplete" });
    await tell({ EventType: { $gt: "" } });
    await tell({});
    expect(await VideoModel.countDocuments()).to.equal(count);
    expect(await VodCallbackModel.countDocuments({ handledAt: null })).to.equal(0);
  });

  it("the end of an older push, told late, does not end the newer one", async () => {
    const video = await pushedVideo();
    await VideoModel.updateOne({ _id: video._id }, { $set: { pushes: 2, taskId: null } });
    await finish(video, { outcome: "fail" });
    expect((await readVideo(video._id)).status).to.equal(1);
  });

  it("a signature is good for as long as it says", async () => {
    const video = await pushedVideo();
    const reply = await post(signed(pulled(video), { t: now() + minutes(1) / 1_000 }));
    expect(reply.status).to.equal(200);
  });
});
