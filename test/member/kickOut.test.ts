import { expect } from "chai";
import { kickOut } from "#shared/domains/member/index.js";
import { kickOutJob } from "#shared/domains/member/member.jobs.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { tencentIm } from "#shared/providers/chat/client.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildMember } from "#test/factories/member.js";
import { buildSmsCode } from "#test/factories/smsCode.js";
import { clientWith, stranger } from "#test/support/client.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const kicksOf = async (memberId: number): Promise<{ type: string; at: number }[]> => {
  const reply = await fetch(`${sandbox.url}/sandbox/im/events?userId=${memberId}`);
  return (await reply.json()) as { type: string; at: number }[];
};
const fault = async (body: object | undefined): Promise<void> => {
  await fetch(`${sandbox.url}/sandbox/faults`, {
    method: body ? "PUT" : "DELETE",
    headers: { "content-type": "application/json" },
    ...(body ? { body: JSON.stringify({ platform: "im", ...body }) } : {}),
  });
};

describe("a session that ended elsewhere", () => {
  before(startService);
  afterEach(async () => {
    heldClock.release();
    await fault(undefined);
  });

  it("the sixth sign-in puts the oldest out of the chat, the fifth nobody", async () => {
    const { member } = await buildMember();
    for (let device = 0; device < 4; device++) await signInMember(member._id);
    await runJobs();
    expect(await kicksOf(member._id)).to.deep.equal([]);
    await signInMember(member._id);
    await runJobs();
    const kicks = await kicksOf(member._id);
    expect(kicks).to.have.length(1);
    expect(kicks[0]).to.include({ type: "KICKED_OUT" });
  });

  it("closing the account and giving it up do so as well", async () => {
    const closed = await buildMember();
    await closed.client.post("/app-api/member/user/update", { status: 1 });
    const gone = await buildMember();
    expect(await gone.client.post("/app-api/member/user/logoff")).to.include({ code: 0 });
    await runJobs();
    for (const { member } of [closed, gone]) expect(await kicksOf(member._id)).to.have.length(1);
  });

  it("a removed device leaves the chat; one that removes itself does so on its own", async () => {
    const { member, client } = await buildMember();
    const other = await signInMember(member._id);
    expect(await client.post("/app-api/member/device/remove", { id: other.sessionId })).to.include({ code: 0 });
    await runJobs();
    expect(await kicksOf(member._id)).to.have.length(1);
    const { data } = await client.get("/app-api/member/device/list");
    expect(await client.post("/app-api/member/device/remove", { id: data[0].id })).to.include({ code: 0 });
    expect(await stranger.post("/app-api/member/device/remove", { id: 1 })).to.include({ status: 401 });
    await runJobs();
    expect(await kicksOf(member._id)).to.have.length(1);
  });

  it("another password ends other devices in the chat too, if there are any", async () => {
    const { member, client } = await buildMember();
    const set = async (password: string) => {
      const code = await buildSmsCode(member.mobile!, 3, client);
      expect(await client.post("/app-api/member/user/update-password", { password, code })).to.include({ code: 0 });
      await runJobs();
    };
    await set("first one");
    expect(await kicksOf(member._id)).to.have.length(0);
    await signInMember(member._id);
    heldClock.hold();
    heldClock.advance(minutes(1));
    await set("another one");
    expect(await kicksOf(member._id)).to.have.length(1);
  });

  it("a refresh token that comes back once it was used ends its session in the chat too", async () => {
    heldClock.hold();
    const { member, refreshToken } = await buildMember();
    const refresh = () => stranger.post("/app-api/member/auth/refresh-token", { refreshToken });
    const renewed = await refresh();
    expect(await clientWith(renewed.data.accessToken).get("/app-api/member/user/get")).to.include({ code: 0 });
    expect(await refresh()).to.include({ code: 4010 });
    await runJobs();
    expect(await kicksOf(member._id)).to.have.length(0);
    heldClock.advance(seconds(10) + 1);
    expect(await refresh()).to.include({ code: 4010 });
    await runJobs();
    expect(await kicksOf(member._id)).to.have.length(1);
  });

  it("the provider's trouble is tried again; run twice the job does no harm", async () => {
    const { member } = await buildMember();
    await fault({ mode: "error", count: 2 });
    const ended = { memberId: member._id, endedAt: clock.ms() };
    await enqueue(kickOutJob, ended);
    await runJobs();
    expect(await kicksOf(member._id)).to.have.length(1);
    await enqueue(kickOutJob, ended);
    await runJobs();
    expect(await kicksOf(member._id)).not.to.have.length(0);
  });

  it("two minutes later nobody is put out any more: it would hit the device that came since", async () => {
    heldClock.hold();
    const { member } = await buildMember();
    const ended = { memberId: member._id, endedAt: clock.ms() };
    heldClock.advance(minutes(2) + 1);
    await kickOut(ended, tencentIm);
    expect(await kicksOf(member._id)).to.have.length(0);
  });

  it("a signature that the provider does not take is final: one try, a dead letter", async () => {
    const { member } = await buildMember();
    await fault({ mode: "badSignature", count: 1 });
    await enqueue(kickOutJob, { memberId: member._id, endedAt: clock.ms() });
    await runJobs();
    const dead = await DeadLetterModel.find({ job: kickOutJob.name }).lean();
    expect(JSON.stringify(dead)).to.include("ChatRefused");
  });

  it("without a chat provider there is nobody to put out", async () => {
    const { IM_SECRET_KEY } = config;
    Object.assign(config, { IM_SECRET_KEY: "" });
    try {
      await kickOut({ memberId: 999_999_999, endedAt: clock.ms() }, tencentIm);
    } finally {
      Object.assign(config, { IM_SECRET_KEY });
    }
    expect(await kicksOf(999_999_999)).to.deep.equal([]);
  });
});
