import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { applyCommandsJob } from "#shared/domains/chat/chat.jobs.js";
import { applyCommandsLater } from "#shared/domains/chat/worker.js";
import { ChatCommandModel } from "#shared/domains/chat/chatCommand.model.js";
import { ChatGroupModel } from "#shared/domains/chat/chatGroup.model.js";
import { clock, heldClock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { DeadLetterModel } from "#shared/kernel/queue/deadLetters.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { buildChat, type BuiltChat } from "#test/factories/chat.js";
import { buildMember } from "#test/factories/member.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { callsOf, control, enter, groupAtPlatform, imFault, noImFaults } from "./support.js";

const APP = "/app-api/cloudlive/im";

describe("a chat provider in trouble", function () {
  before(startService);
  afterEach(async () => {
    await noImFaults();
    await control("PUT", "/im/limit", {});
    heldClock.release();
  });

  const guestsOf = async ({ groupId }: BuiltChat): Promise<string> => {
    const guest = `guest-of-${groupId}`;
    await enter(groupId, [guest]);
    return guest;
  };
  const mute = ({ groupId, host }: BuiltChat, account: string, muteTime: number) =>
    host.client.post(`${APP}/forbidSendMsg`, { groupId, members_Account: [account], muteTime });
  const mutes = async (groupId: string) => (await callsOf(groupId, "forbid_send_msg")).length;

  it("that does not answer is told in time, to be tried again: reads and writes", async () => {
    const chat = await buildChat();
    await imFault({ mode: "timeout", count: 1_000 });
    for (const verb of ["getGroupInfo", "getOnlineMemberNum", "modifyGroupBaseInfo"]) {
      const startedAt = performance.now();
      const reply = await chat.host.client.post(`${APP}/${verb}`, { groupId: chat.groupId, name: "Late" });
      expect([reply.status, reply.code, reply.headers.get("retry-after")], verb).to.deep.equal([503, 503, "2"]);
      expect(performance.now() - startedAt, verb).to.be.below(5_500);
    }
  });

  it("a change comes about though the provider was away for a while, once", async () => {
    const chat = await buildChat();
    const guest = await guestsOf(chat);
    await imFault({ mode: "error", count: 1_000 });
    const reply = await mute(chat, guest, 600);
    expect([reply.status, reply.code, reply.data]).to.deep.equal([503, 503, false]);
    expect(await mutes(chat.groupId)).to.equal(0);
    await noImFaults();
    heldClock.hold();
    heldClock.advance(seconds(60));
    await runJobs();
    expect(await mutes(chat.groupId)).to.equal(1);
    // Ten minutes from the wish on, and a minute of them is over.
    const until = (await groupAtPlatform(chat.groupId))!.mutedUntil[guest]!;
    expect(Math.abs(until - Date.now() / 1_000 - 540)).to.be.below(15);
    // The client asks again, and finds that it was done.
    expect(await mute(chat, guest, 600)).to.include({ code: 0, data: true });
    expect(await mutes(chat.groupId)).to.equal(1);
    // Told so, the same words are a new wish.
    expect(await mute(chat, guest, 600)).to.include({ code: 0, data: true });
    expect(await mutes(chat.groupId)).to.equal(2);
  });

  it("a mute that would be over by now is not begun", async () => {
    const chat = await buildChat();
    const guest = await guestsOf(chat);
    await imFault({ mode: "error", count: 1_000 });
    expect((await mute(chat, guest, 30)).code).to.equal(503);
    await noImFaults();
    heldClock.hold();
    heldClock.advance(minutes(1));
    await runJobs();
    expect(await mutes(chat.groupId)).to.equal(0);
    expect(await ChatCommandModel.countDocuments({ groupId: chat.groupId, status: 1 })).to.equal(1);
  });

  it("a change whose answer was lost is made again and stands as wished", async () => {
    const chat = await buildChat();
    const guest = await guestsOf(chat);
    await imFault({ mode: "error", after: true, count: 2, path: "forbid_send_msg" });
    expect((await mute(chat, guest, 600)).code).to.equal(503);
    expect(await mute(chat, guest, 600)).to.include({ code: 0, data: true });
    expect(Object.keys((await groupAtPlatform(chat.groupId))!.mutedUntil)).to.deep.equal([guest]);
    expect(await ChatCommandModel.countDocuments({ groupId: chat.groupId })).to.equal(1);
  });

  it("wishes come about in their order: what was wished last stands", async () => {
    const chat = await buildChat();
    const guest = await guestsOf(chat);
    await imFault({ mode: "error", count: 1_000 });
    const set = (muteAllMember: string) =>
      chat.host.client.post(`${APP}/modifyGroupBaseInfo`, { groupId: chat.groupId, muteAllMember });
    const codes = [
      (await mute(chat, guest, 600)).code,
      (await set("On")).code,
      (await mute(chat, guest, 0)).code,
      (await set("Off")).code,
    ];
    expect(codes).to.deep.equal([503, 503, 503, 503]);
    await noImFaults();
    heldClock.hold();
    heldClock.advance(seconds(10));
    await runJobs();
    expect(await groupAtPlatform(chat.groupId)).to.deep.include({ muteAllMember: "Off", mutedUntil: {} });
  });

  it("the job run twice, and beside another, does a change once; a dead worker's turn ends", async () => {
    const chat = await buildChat();
    const guest = await guestsOf(chat);
    await imFault({ mode: "error", count: 1_000 });
    expect((await mute(chat, guest, 600)).code).to.equal(503);
    await noImFaults();
    const command = await ChatCommandModel.findOne({ groupId: chat.groupId }).orFail().lean();
    await ChatGroupModel.updateOne({ groupId: chat.groupId }, { $set: { turnUntil: clock.after(-1) } });
    const work = { groupId: chat.groupId, commandId: command._id };
    await Promise.all([1, 2, 3].map(() => applyCommandsLater(work, { isLast: false })));
    await enqueue(applyCommandsJob, work);
    heldClock.hold();
    heldClock.advance(seconds(10));
    await runJobs();
    expect(await mutes(chat.groupId)).to.equal(1);
    expect(await ChatGroupModel.findOne({ groupId: chat.groupId }).lean()).to.include({ turnUntil: null });
  });

  it("that stays away for longer than its patience: the change is given up, and later ones are not held up", async () => {
    const chat = await buildChat();
    const guest = await guestsOf(chat);
    await imFault({ mode: "error", count: 1_000 });
    expect((await mute(chat, guest, 600)).code).to.equal(503);
    heldClock.hold();
    heldClock.advance(seconds(10));
    await runJobs();
    const given = await mute(chat, guest, 600);
    expect([given.status, given.code]).to.deep.equal([200, 1001009001]);
    const dead = await DeadLetterModel.find({ job: applyCommandsJob.name }).lean();
    expect(JSON.stringify(dead)).to.include(chat.groupId);
    await noImFaults();
    expect(await mute(chat, guest, 600)).to.include({ code: 0, data: true });
  });

  it("many who ask the same at once are one question", async () => {
    const chat = await buildChat();
    const viewers = await Promise.all(Array.from({ length: 4 }, () => buildMember()));
    const before = (await callsOf(chat.groupId, "get_group_info")).length;
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        viewers[index % 4]!.client.post(`${APP}/getGroupInfo`, { groupId: chat.groupId }),
      ),
    );
    expect(replies.every(({ code }) => code === 0)).to.equal(true);
    // Two when the two seconds end just then.
    expect((await callsOf(chat.groupId, "get_group_info")).length - before).to.be.within(1, 2);
  });

  it("its limit of calls is obeyed: the queue rests, and the questions are answered after it", async () => {
    const chats = [await buildChat(), await buildChat(), await buildChat()];
    await control("PUT", "/im/limit", { callsASecond: 1 });
    const replies = await Promise.all(
      chats.map(({ host, groupId }) => host.client.post(`${APP}/getGroupInfo`, { groupId })),
    );
    expect(replies.map(({ code }) => code)).to.deep.equal([0, 0, 0]);
    const refused = (await Promise.all(chats.map(({ groupId }) => callsOf(groupId, "get_group_info"))))
      .flat()
      .filter(({ errorCode }) => errorCode === 60_018).length;
    // Each rest lets one through and stops the others once more, at the most.
    expect(refused).to.be.within(1, 6);
  });

  it("HTTP 429 is obeyed for as long as it says", async () => {
    const chat = await buildChat();
    const real = config.IM_BASE_URL;
    const busy = await busyPlatform(real, { refusals: 1, retryAfterSeconds: 2 });
    Object.assign(config, { IM_BASE_URL: busy.url });
    try {
      const startedAt = performance.now();
      const reply = await chat.host.client.post(`${APP}/getOnlineMemberNum`, { groupId: chat.groupId });
      expect([reply.code, reply.data]).to.deep.equal([0, 1]);
      expect(performance.now() - startedAt).to.be.within(1_900, 5_000);
      expect(busy.calls()).to.equal(2);
    } finally {
      Object.assign(config, { IM_BASE_URL: real });
      busy.close();
    }
  });
});

/** Says 429 to the first calls, and hands the others on to the provider. */
async function busyPlatform(
  platform: string,
  { refusals, retryAfterSeconds }: { refusals: number; retryAfterSeconds: number },
): Promise<{ url: string; calls: () => number; close: () => Server }> {
  let calls = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (++calls <= refusals) {
        response.writeHead(429, { "retry-after": String(retryAfterSeconds) }).end("too many");
        return;
      }
      const answer = await fetch(platform + request.url, { method: "POST", body: Buffer.concat(parts) });
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () => server.close(),
  };
}
