import { expect } from "chai";
import { sweepOrphansJob } from "#shared/domains/video/video.jobs.js";
import { VIDEO_PREFIX } from "#shared/domains/video/storeVideo.js";
import { days, heldClock } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { abortStaleUploads, putObject, putStream } from "#shared/kernel/storage/storage.js";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { buildVideo } from "#test/factories/video.js";
import { runJobs } from "#test/support/runJobs.js";
import { calledBack, storedBytes } from "./support.js";

const MIB = 1024 * 1024;

describe("what belongs to no video", () => {
  before(calledBack);
  afterEach(() => heldClock.release());
  const sweep = async (): Promise<void> => {
    await enqueue(sweepOrphansJob, {});
    await runJobs();
  };

  it("goes from the store once it is older than a day; what belongs to one stays, and so does everything else", async () => {
    const { video } = await buildVideo();
    const orphan = `${VIDEO_PREFIX}${"f".repeat(32)}.mp4`;
    const other = "public/member/orphan-test.png";
    await putObject(orphan, tinyVideo(), "video/mp4");
    await putObject(other, Buffer.from("x"), "image/png");
    await sweep();
    expect(await storedBytes(orphan)).to.not.equal(undefined);
    heldClock.advance(days(1) + 60_000);
    await sweep();
    await sweep();
    expect(await storedBytes(orphan)).to.equal(undefined);
    expect((await storedBytes(video.objectKey!))?.length).to.equal(video.size);
    expect((await storedBytes(other))?.length).to.equal(1);
  });

  it("an upload whose process died leaves no parts after a day", async () => {
    // Held in the middle as by a process that is gone: it never ends and never gives up.
    let reached: () => void = () => undefined;
    const middle = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let release: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* bytes(): AsyncGenerator<Buffer> {
      for (let part = 0; part < 12; part++) yield Buffer.alloc(MIB);
      reached();
      await stopped;
    }
    const dead = putStream(`${VIDEO_PREFIX}dead.mp4`, "video/mp4", bytes());
    await middle;
    await sweep();
    heldClock.advance(days(1) + 60_000);
    await sweep();
    expect(await abortStaleUploads(VIDEO_PREFIX, new Date(Date.now() + days(1)))).to.equal(0);
    release();
    expect(await dead.then(() => "done").catch(() => "refused")).to.equal("refused");
    expect(await storedBytes(`${VIDEO_PREFIX}dead.mp4`)).to.equal(undefined);
  });
});
