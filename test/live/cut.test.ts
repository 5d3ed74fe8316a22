import { expect } from "chai";
import { cutStream } from "#shared/domains/live/worker.js";
import { cutStreamJob } from "#shared/domains/live/live.jobs.js";
import { endLive } from "#shared/domains/live/index.js";
import { LiveCallbackModel } from "#shared/domains/live/callback/liveCallback.model.js";
import { config } from "#shared/kernel/config/config.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildLive, readLive } from "#test/factories/live.js";
import { buildOperator } from "#test/factories/operator.js";
import { sandbox } from "#test/support/environment.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const control = async (method: string, path: string, body?: object): Promise<any> => {
  const reply = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return reply.json();
};
const fault = (body: object) => control("PUT", "/faults", { platform: "live", ...body });

describe("a live that an operator ends", () => {
  let callbackUrl: string;
  before(async () => {
    callbackUrl = `${(await startService()).url}/callback/live`;
  });
  afterEach(() => control("DELETE", "/faults?platform=live"));

  const push = (streamName: string) => control("POST", `/live/${streamName}/start`, { callbackUrl });
  const pushOf = async (streamName: string): Promise<{ endedAt: number | null; wasCut?: boolean }> =>
    (await control("GET", "/live")).find((one: { streamName: string }) => one.streamName === streamName);
  const drops = async (streamName: string): Promise<number> =>
    (await control("GET", "/calls?platform=live")).filter(
      ({ operation, body }: { operation: string; body: string }) =>
        operation === "DropLiveStream" && body.includes(streamName),
    ).length;
  /** Pushed, and so running. */
  const running = async (): Promise<{ id: number; streamName: string }> => {
    const { live } = await buildLive({ started: false });
    await push(live.streamName);
    await runJobs();
    expect(await readLive(live._id)).to.include({ status: 1 });
    return { id: live._id, streamName: live.streamName };
  };

  it("is cut at the provider, whose word of the end then changes nothing", async () => {
    const { id, streamName } = await running();
    const operator = (await buildOperator(["cloudlive:live-base-info:update"])).client;
    const reply = await operator.put("/admin-api/cloudlive/live-base-info/end", { id });
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    const { endedAt } = await readLive(id);
    await runJobs();
    expect(await pushOf(streamName)).to.include({ wasCut: true });
    const told = () => LiveCallbackModel.countDocuments({ body: new RegExp(streamName), handledAt: { $ne: null } });
    await eventually("the end is told", async () => (await told()) === 2, 10);
    const now = await readLive(id);
    expect([now.status, now.endedAt]).to.deep.equal([2, endedAt]);
  });

  it("is cut once the provider is back, and once more does no harm", async () => {
    const { id, streamName } = await running();
    await fault({ mode: "error", count: 3 });
    await endLive(id);
    await runJobs();
    expect(await pushOf(streamName)).to.include({ wasCut: true });
    await enqueue(cutStreamJob, { liveId: id });
    await runJobs();
    expect(await drops(streamName)).to.equal(5);
  });

  it("stays cut: who pushes again into what is over is cut again", async () => {
    const { id, streamName } = await running();
    await endLive(id);
    await runJobs();
    // The provider tells whole seconds.
    await eventually("a second later", async () => Date.now() >= (await readLive(id)).endedAt!.getTime() + 1_000, 3);
    await push(streamName);
    await runJobs();
    expect(await pushOf(streamName)).to.include({ wasCut: true });
    expect(await readLive(id)).to.include({ status: 2 });
    expect(await drops(streamName)).to.equal(2);
  });

  it("whose stream the provider refuses to cut is a dead letter, tried once", async () => {
    const { id, streamName } = await running();
    await fault({ mode: "badSignature", count: 1 });
    await endLive(id);
    await runJobs();
    expect(await drops(streamName)).to.equal(1);
    const dead = await DeadLetterModel.find({ job: cutStreamJob.name }).lean();
    expect(JSON.stringify(dead)).to.include("StreamNotCut");
  });

  it("ends here alone where there are no keys for the provider's API; a running one is never cut", async () => {
    const { LIVE_SECRET_KEY } = config;
    const { id, streamName } = await running();
    await cutStream(id);
    Object.assign(config, { LIVE_SECRET_KEY: "" });
    try {
      await endLive(id);
      await runJobs();
    } finally {
      Object.assign(config, { LIVE_SECRET_KEY });
    }
    expect(await drops(streamName)).to.equal(0);
  });
});
