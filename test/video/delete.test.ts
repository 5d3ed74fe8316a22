import { expect } from "chai";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { eraseUploader, type VideoDoc } from "#shared/domains/video/index.js";
import { forgetUploaderJob, removeVideoJob, sweepVideosJob } from "#shared/domains/video/video.jobs.js";
import { removeVideo } from "#shared/domains/video/worker.js";
import { videoErrors } from "#shared/domains/video/video.errors.js";
import { heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { deleteObject, putObject } from "#shared/kernel/storage/storage.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildVideo, readVideo } from "#test/factories/video.js";
import { loseJobs } from "#test/support/loseJobs.js";
import { clientWith, stranger, type Reply } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { ABSENT, calledBack, callsAbout, control, fault, mediaOf, noFaults, storedBytes } from "./support.js";

const DELETE = "/app-api/cloudvod/vod/deleteVodByFileId";
const remove = ({ token }: BuiltMember, fileId: string): Promise<Reply> =>
  clientWith(token).post(`${DELETE}?fileId=${fileId}`);

describe("deleting a video", () => {
  before(calledBack);
  afterEach(async () => {
    heldClock.release();
    await noFaults();
  });

  async function readyVideo(): Promise<{ video: VideoDoc; owner: BuiltMember }> {
    const { video, owner } = await buildVideo();
    await eventually("it has arrived", async () => {
      await runJobs();
      return (await readVideo(video._id)).status === 2;
    });
    return { video: await readVideo(video._id), owner };
  }
  async function expectGone(video: VideoDoc): Promise<void> {
    expect(await readVideo(video._id)).to.include({ status: 5, nextLookAt: null });
    expect(await storedBytes(video.objectKey!)).to.equal(undefined);
    expect((await mediaOf(video.fileId)).filter(({ state }) => !["deleted", "failed"].includes(state))).to.deep.equal(
      [],
    );
  }

  it("its uploader does, here and at the provider; again is harmless", async () => {
    const { video, owner } = await readyVideo();
    const reply = await remove(owner, video.fileId);
    expect([reply.status, reply.code, reply.data, reply.msg]).to.deep.equal([200, 200, true, ""]);
    const get = await owner.client.get(`/app-api/cloudvod/vod/get?fileId=${video.fileId}`);
    expect([get.code, get.data]).to.deep.equal([videoErrors.VideoNotFound.code, null]);
    await runJobs();
    await expectGone(video);
    expect((await remove(owner, video.fileId)).data).to.equal(true);
    await runJobs();
    await removeVideo(video._id);
    await enqueue(removeVideoJob, { videoId: video._id });
    await runJobs();
    await expectGone(video);
    expect(
      (await callsAbout((await mediaOf(video.fileId))[0]!.fileId!)).filter((one) => one === "DeleteMedia"),
    ).to.have.length(1);
  });

  it("many at once delete it once", async () => {
    const { video, owner } = await readyVideo();
    const replies = await Promise.all(Array.from({ length: 8 }, () => remove(owner, video.fileId)));
    expect(replies.map(({ data }) => data)).to.deep.equal(Array(8).fill(true));
    await runJobs();
    await expectGone(video);
  });

  it("somebody else's and an absent one are the same; strangers are 401; the fileId is checked", async () => {
    const { video } = await buildVideo();
    const other = await buildMember();
    for (const fileId of [video.fileId, ABSENT]) {
      const reply = await remove(other, fileId);
      expect([reply.status, reply.code, reply.data]).to.deep.equal([200, videoErrors.VideoNotFound.code, false]);
      const get = await other.client.get(`/app-api/cloudvod/vod/get?fileId=${fileId}`);
      expect([get.status, get.code, get.data]).to.deep.equal([200, videoErrors.VideoNotFound.code, null]);
    }
    expect((await stranger.post(`${DELETE}?fileId=${video.fileId}`)).status).to.equal(401);
    expect((await stranger.get(`/app-api/cloudvod/vod/get?fileId=${video.fileId}`)).status).to.equal(401);
    for (const query of [
      "",
      "?fileId=",
      "?fileId[$gt]=",
      "?fileId=a&fileId=b",
      `?fileId=${"x".repeat(65)}`,
      "?fileId=a/b",
    ]) {
      const reply = await other.client.post(DELETE + query);
      expect([reply.status, reply.msg.split(":")[0]], query).to.deep.equal([400, "fileId"]);
    }
    expect((await readVideo(video._id)).status).to.be.oneOf([0, 1, 2]);
    await runJobs();
  });

  it("before its push was made: the provider never hears of it", async () => {
    await fault({ mode: "error", count: 1_000 });
    const { video, owner } = await buildVideo();
    await remove(owner, video.fileId);
    await noFaults();
    await eventually("it is gone", async () => {
      await runJobs();
      // A call of the push may have been under way: it is looked for until that is over.
      heldClock.advance(minutes(6));
      return (await readVideo(video._id)).status === 5;
    });
    await expectGone(video);
  });

  it("while the provider fetches it: what it has fetched goes as well", async () => {
    await fault({ mode: "hold", path: "PullUpload" });
    const { video, owner } = await buildVideo();
    await eventually("it was asked", async () => (await readVideo(video._id)).taskId !== null);
    await remove(owner, video.fileId);
    await runJobs();
    expect((await readVideo(video._id)).status).to.equal(4);
    // The provider had the bytes already; its callback is lost.
    await control("POST", `/sandbox/vod/${video.fileId}/finish`, { callbackUrl: "http://127.0.0.1:9/x" });
    heldClock.advance(seconds(30));
    await runJobs();
    await expectGone(await readVideo(video._id));
  });

  it("its push had acted and the answer was lost: found by its session, and deleted", async () => {
    await fault({ mode: "error", after: true, count: 1, path: "PullUpload" });
    const { video, owner } = await buildVideo();
    await eventually("the platform has it", async () => (await mediaOf(video.fileId))[0]?.state === "ready");
    await remove(owner, video.fileId);
    await runJobs();
    // Its task may end a moment after the provider has the video: it is looked for again.
    heldClock.advance(seconds(20));
    await runJobs();
    await expectGone(await readVideo(video._id));
  });

  it("a video that the provider comes up with after all is deleted, too", async () => {
    await fault({ mode: "hold", path: "PullUpload" });
    const { video, owner } = await buildVideo();
    await eventually("it was asked", async () => (await readVideo(video._id)).taskId !== null);
    await remove(owner, video.fileId);
    await runJobs();
    // As if its task had been forgotten: the row is closed, the provider is not done.
    heldClock.advance(minutes(60 * 25));
    await runJobs();
    expect((await readVideo(video._id)).status).to.equal(5);
    heldClock.release();
    // It had read the bytes before they went.
    await putObject(video.objectKey!, tinyVideo(), "video/mp4");
    const { fileId } = await control<{ fileId: string }>("POST", `/sandbox/vod/${video.fileId}/finish`);
    await runJobs();
    expect(await callsAbout(fileId)).to.include("DeleteMedia");
    await deleteObject(video.objectKey!);
    expect((await readVideo(video._id)).status).to.equal(5);
  });

  it("a member who leaves takes the videos along, and nobody else's", async () => {
    const { video, owner } = await readyVideo();
    const { video: second } = await buildVideo({ owner });
    const { video: other } = await readyVideo();
    expect((await owner.client.post("/app-api/member/user/logoff")).data).to.equal(true);
    await eventually("they are gone", async () => {
      await runJobs();
      heldClock.advance(seconds(30));
      return (await readVideo(video._id)).status === 5 && (await readVideo(second._id)).status === 5;
    });
    await expectGone(video);
    await eraseUploader(owner.member._id);
    await enqueue(forgetUploaderJob, { memberId: owner.member._id });
    await runJobs();
    expect((await readVideo(other._id)).status).to.equal(2);
  });

  it("while the provider is down it waits, and a removal whose job was lost is found by the sweep", async () => {
    const { video, owner } = await readyVideo();
    await fault({ mode: "error", count: 1_000 });
    await remove(owner, video.fileId);
    await eventually("it was tried", async () => (await callsAbout(video.platformFileId!)).includes("DeleteMedia"));
    expect((await readVideo(video._id)).status).to.equal(4);
    await loseJobs({ openKey: `video.removeVideo:${video._id}` });
    await noFaults();
    heldClock.advance(minutes(11));
    await enqueue(sweepVideosJob, {});
    await runJobs();
    await expectGone(video);
  });
});
