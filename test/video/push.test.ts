import { expect } from "chai";
import sinon from "sinon";
import { followVideo, pushVideo } from "#shared/domains/video/worker.js";
import { followVideoJob, pushVideoJob, sweepVideosJob } from "#shared/domains/video/video.jobs.js";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { provider } from "#shared/domains/video/videoProvider.js";
import { untilTomorrow } from "#shared/kernel/queue/backoff.js";
import { heldClock, hours, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { buildMember } from "#test/factories/member.js";
import { buildVideo, readVideo } from "#test/factories/video.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { calledBack, callsAbout, control, fault, mediaOf, noFaults, upload } from "./support.js";

/** The sandbox fetches once its answer has left, and calls back by itself. */
const fetched = (videoId: number): Promise<void> =>
  eventually("the platform has told", async () => {
    await runJobs();
    return (await readVideo(videoId)).status >= 2;
  });

describe("bringing a video to the provider", () => {
  before(calledBack);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
  });

  it("the provider fetches the very bytes from our store, and tells; its task flow takes the cover later", async () => {
    const { video, owner } = await buildVideo();
    expect(video.status).to.equal(0);
    await fetched(video._id);
    const [media, ...others] = await mediaOf(video.fileId);
    expect(others).to.deep.equal([]);
    expect(media).to.include({ state: "ready", bytes: tinyVideo().length });
    const row = await readVideo(video._id);
    expect(row).to.include({ status: 2, platformFileId: media!.fileId, taskId: media!.taskId, coverUrl: "" });
    const get = async () => (await owner.client.get(`/app-api/cloudvod/vod/get?fileId=${video.fileId}`)).data;
    expect(await get()).to.deep.equal({
      fileId: video.fileId,
      mediaUrl: `${config.MEDIA_BASE_URL}/${video.objectKey}`,
      coverUrl: "",
      status: 2,
    });
    await control("POST", `/sandbox/vod/${video.fileId}/cover`, { coverUrl: "https://covers.example.com/1.jpg" });
    await runJobs();
    expect((await get()).coverUrl).to.equal("https://covers.example.com/1.jpg");
    expect((await readVideo(video._id)).nextLookAt).to.equal(null);
  });

  it("the job twice, and beside itself, asks the provider once", async () => {
    const { video } = await buildVideo();
    await Promise.all([pushVideo(video._id).catch(() => undefined), pushVideo(video._id).catch(() => undefined)]);
    await fetched(video._id);
    await enqueue(pushVideoJob, { videoId: video._id });
    await runJobs();
    await pushVideo(video._id);
    expect(await mediaOf(video.fileId)).to.have.length(1);
  });

  for (const [name, fields] of Object.entries({
    "an answer that was lost after the call had acted": { mode: "error", after: true, path: "PullUpload" },
    "a platform that is broken for some calls": { mode: "error", count: 4 },
    "an answer whose signature is refused, as while keys are changed": { mode: "badSignature", count: 2 },
  }))
    it(`${name}: tried again, and one video is there in the end`, async () => {
      await fault({ count: 1, ...fields });
      const { video } = await buildVideo();
      await fetched(video._id);
      expect(await readVideo(video._id)).to.include({ status: 2 });
      expect(await mediaOf(video.fileId)).to.have.length(1);
    });

  it("the provider is down during the upload: the client is answered in time, and the job ends right once it is back", async () => {
    await fault({ mode: "error", count: 1_000 });
    const owner = await buildMember();
    const startedAt = Date.now();
    const reply = await upload(owner.token, [["uploadFile", tinyVideo(1)]]);
    expect([reply.code, reply.data.coverUrl]).to.deep.equal([200, ""]);
    expect(Date.now() - startedAt).to.be.lessThan(5_000);
    const row = (await VideoModel.findOne({ fileId: reply.data.fileId }).lean())!;
    await eventually("it was tried", async () => (await callsAbout(reply.data.fileId)).length > 0);
    // Its tries last for a day: a minute is no trouble.
    expect(pushVideoJob.options).to.deep.equal(untilTomorrow);
    await noFaults();
    await fetched(row._id);
    expect(await readVideo(row._id)).to.include({ status: 2, pushes: 1 });
  });

  it("too many calls (429): none is made before the provider's own time is over, and no try is lost", async () => {
    await fault({ mode: "tooMany", delayMs: 2_000, count: 1 });
    const { video } = await buildVideo();
    const { video: another } = await buildVideo();
    await eventually(
      "it was told",
      async () => (await OutboxModel.findOne({ openKey: `video.pushVideo:${video._id}` }).lean())!.run > 1,
    );
    await runJobs();
    const row = (await OutboxModel.findOne({ openKey: `video.pushVideo:${video._id}` }).lean())!;
    expect(row.dueAt.getTime() - Date.now())
      .to.be.greaterThan(500)
      .and.at.most(2_000);
    const asked = [...(await callsAbout(video.fileId)), ...(await callsAbout(another.fileId))];
    expect(asked).to.deep.equal(["PullUpload"]);
    await eventually("both are there", async () => {
      await runJobs();
      return (await readVideo(video._id)).status === 2 && (await readVideo(another._id)).status === 2;
    });
    const calls = await control<{ body: string; at: number; fault: string | null }[]>(
      "GET",
      "/sandbox/calls?platform=vod",
    );
    const refusedAt = calls.find(({ fault: mode }) => mode === "tooMany")!.at;
    const later = calls
      .filter(({ at, fault: mode }) => mode === null && at >= refusedAt)
      .map(({ at }) => at - refusedAt);
    expect(Math.min(...later)).to.be.at.least(1_900);
  });

  it("a callback that never comes: the provider is asked after two minutes", async () => {
    await fault({ mode: "hold", path: "PullUpload" });
    const { video } = await buildVideo();
    await eventually("it was asked", async () => (await readVideo(video._id)).taskId !== null);
    await followVideo(video._id);
    expect((await readVideo(video._id)).status).to.equal(1);
    // Nobody listens at this address.
    await control("POST", `/sandbox/vod/${video.fileId}/finish`, { callbackUrl: "http://127.0.0.1:9/callback" });
    heldClock.advance(minutes(3));
    await enqueue(sweepVideosJob, {});
    await runJobs();
    expect((await readVideo(video._id)).status).to.equal(2);
    await followVideo(video._id);
    await enqueue(followVideoJob, { videoId: video._id });
    await runJobs();
    expect((await readVideo(video._id)).status).to.equal(2);
  });

  it("a cover that was taken and not told of is asked for after an hour, three times at most", async () => {
    const { video } = await buildVideo();
    await fetched(video._id);
    for (const round of [1, 2, 3]) {
      heldClock.advance(hours(1) + seconds(1));
      await enqueue(sweepVideosJob, {});
      await runJobs();
      expect((await readVideo(video._id)).coverLooks).to.equal(round);
    }
    expect((await readVideo(video._id)).nextLookAt).to.equal(null);
    // Callbacks are signed for ten minutes of real time.
    heldClock.release();
    const { video: other } = await buildVideo();
    await fetched(other._id);
    await control("POST", `/sandbox/vod/${other.fileId}/cover`, {
      callbackUrl: "http://127.0.0.1:9/callback",
      coverUrl: "https://covers.example.com/2.jpg",
    });
    heldClock.advance(hours(1) + seconds(1));
    await enqueue(sweepVideosJob, {});
    await runJobs();
    expect(await readVideo(other._id)).to.include({ coverUrl: "https://covers.example.com/2.jpg", nextLookAt: null });
  });

  it("a push that was lost with its job is found by the sweep", async () => {
    await fault({ mode: "error", count: 1_000 });
    const { video } = await buildVideo();
    await loseJobs({ openKey: `video.pushVideo:${video._id}` });
    await noFaults();
    await fault({ mode: "hold", path: "PullUpload" });
    heldClock.advance(minutes(11));
    await enqueue(sweepVideosJob, {});
    await runJobs();
    heldClock.release();
    await control("POST", `/sandbox/vod/${video.fileId}/finish`);
    await fetched(video._id);
    expect(await mediaOf(video.fileId)).to.have.length(1);
  });

  it("a source that the provider finds broken is refused for good; an operator has it asked again", async () => {
    await fault({ mode: "hold", path: "PullUpload" });
    const { video, owner } = await buildVideo();
    await eventually("it was asked", async () => (await readVideo(video._id)).taskId !== null);
    await control("POST", `/sandbox/vod/${video.fileId}/finish`, { outcome: "fail" });
    await runJobs();
    expect(await readVideo(video._id)).to.include({
      status: 3,
      failure: "60000 the source is broken",
      nextLookAt: null,
    });
    const { data } = await owner.client.get(`/app-api/cloudvod/vod/get?fileId=${video.fileId}`);
    expect(data).to.include({ status: 3, mediaUrl: `${config.MEDIA_BASE_URL}/${video.objectKey}` });
  });

  for (const [outcome, status] of [
    ["fail", 3],
    ["internal", 0],
  ] as const)
    it(`a failure (${outcome}) that the provider takes back: the video is ready, and is not pushed again`, async () => {
      await fault({ mode: "hold", path: "PullUpload" });
      const { video } = await buildVideo();
      await eventually("it was asked", async () => (await readVideo(video._id)).taskId !== null);
      await control("POST", `/sandbox/vod/${video.fileId}/finish`, { outcome });
      await runJobs();
      expect((await readVideo(video._id)).status).to.equal(status);
      await control("POST", `/sandbox/vod/${video.fileId}/finish`, { outcome: "success" });
      await runJobs();
      const [media, ...others] = await mediaOf(video.fileId);
      const ready = { status: 2, failure: "", platformFileId: media!.fileId, pushes: 1 };
      expect(await readVideo(video._id)).to.include(ready);
      heldClock.advance(minutes(2));
      await runJobs();
      expect(await readVideo(video._id)).to.include(ready);
      expect(others).to.deep.equal([]);
    });

  it("trouble inside the provider is asked anew, as a session of its own, five times at most", async () => {
    await fault({ mode: "hold", path: "PullUpload", count: 5 });
    const { video } = await buildVideo();
    for (let push = 1; push <= 5; push++) {
      await eventually(`push ${push}`, async () => {
        await runJobs();
        const row = await readVideo(video._id);
        return row.pushes === push && row.taskId !== null;
      });
      await control("POST", `/sandbox/vod/${video.fileId}/finish`, { outcome: "internal", times: 3 });
      await runJobs();
      heldClock.advance(minutes(2));
    }
    expect(await readVideo(video._id)).to.include({ status: 3, failure: "70000 internal service error" });
    const sessions = (await mediaOf(video.fileId)).map(({ sessionId }) => sessionId);
    expect(new Set(sessions).size).to.equal(5);
  });

  it("whose failure is told before the answer to its request is pushed anew", async () => {
    const pull = provider.pull.bind(provider);
    const answersLate = sinon.stub(provider, "pull").callsFake(async (asked) => {
      const answer = await pull(asked);
      answersLate.restore();
      await control("POST", `/sandbox/vod/${asked.name}/finish`, { outcome: "internal", times: 1 });
      await eventually(
        "its failure is known",
        async () => (await VideoModel.findOne({ fileId: asked.name }))?.status === 0,
      );
      return answer;
    });
    await fault({ mode: "hold", path: "PullUpload", count: 1 });
    const { video } = await buildVideo();
    await eventually("it is to be pushed anew", async () => {
      const { status, pushes } = await readVideo(video._id);
      return status === 0 && pushes === 1;
    });
    await runJobs();
    heldClock.advance(minutes(2));
    await fetched(video._id);
    expect(await readVideo(video._id)).to.include({ status: 2, pushes: 2 });
    expect(await mediaOf(video.fileId)).to.have.length(2);
  });

  it("an object that is gone from our store: the provider says so, and the video is refused", async () => {
    await fault({ mode: "error", count: 1_000 });
    const { video } = await buildVideo();
    await deleteObject(video.objectKey!);
    await noFaults();
    await fetched(video._id);
    const row = await readVideo(video._id);
    expect(row.status).to.equal(3);
    expect(row.failure).to.match(/^60000 the source answered 404/);
  });

  it("without a provider the video stays here and plays", async () => {
    const was = config.VOD_SECRET_ID;
    Object.assign(config, { VOD_SECRET_ID: "" });
    try {
      const { video } = await buildVideo();
      await runJobs();
      expect((await readVideo(video._id)).status).to.equal(0);
    } finally {
      Object.assign(config, { VOD_SECRET_ID: was });
    }
  });
});
