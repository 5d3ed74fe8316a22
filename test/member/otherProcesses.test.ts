import { expect } from "chai";
import type { Redis } from "ioredis";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { broadcastsArrive, startBroadcasts, stopBroadcasts } from "#shared/kernel/redis/broadcast.js";
import { clock } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { cacheRedis, redisReady, subscriberRedis } from "#shared/kernel/redis/redis.js";
import { SessionModel } from "#shared/kernel/security/sessions.js";
import { buildMember } from "#test/factories/member.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

/** What one process says and another hears, on the line between them: this process plays both ends in turn. */
const channel = `${config.BULL_PREFIX}:broadcast`;
/** Without who said it. */
const wordOf = (text: string): string => JSON.stringify((JSON.parse(text) as unknown[]).slice(0, 2));
const GET = "/app-api/member/user/get";
const word = (memberId: number): string => JSON.stringify(["sessions", `member:${memberId}`]);
/** As another process ends them, before its word is heard here. */
const endElsewhere = async (ownerId: number): Promise<void> => {
  await SessionModel.updateMany({ audience: "member", ownerId }, { $set: { endedAt: clock.now(), endedBy: "test" } });
};

describe("a session that ends in another process", () => {
  let line: Redis;
  let heard: string[] = [];
  before(async () => {
    await startService();
    line = subscriberRedis();
    line.on("message", (_channel: string, text: string) => heard.push(wordOf(text)));
    await line.subscribe(channel);
    await redisReady(cacheRedis());
    await eventually("broadcasts", async () => broadcastsArrive());
  });
  after(() => line.disconnect());
  beforeEach(() => void (heard = []));

  it("is dead here as soon as the word comes", async () => {
    const { member, client } = await buildMember();
    expect(await client.get(GET)).to.include({ code: 0 });
    await endElsewhere(member._id);
    expect(await client.get(GET), "remembered").to.include({ code: 0 });
    await cacheRedis().publish(channel, word(member._id));
    await eventually("the word", async () => (await client.get(GET)).status === 401);
  });

  it("is looked up each time while no word would come", async () => {
    const { member, client } = await buildMember();
    expect(await client.get(GET)).to.include({ code: 0 });
    stopBroadcasts();
    try {
      expect(await client.get(GET)).to.include({ code: 0 });
      await endElsewhere(member._id);
      expect(await client.get(GET)).to.include({ status: 401 });
    } finally {
      await startBroadcasts();
      await eventually("broadcasts", async () => broadcastsArrive());
    }
  });

  it("each way of ending one here reaches the others", async () => {
    const told = async (what: string, memberId: number): Promise<void> => {
      await eventually(what, async () => heard.includes(word(memberId)));
      heard = [];
    };
    const { member, client } = await buildMember();
    const { sessionId: id } = await signInMember(member._id);
    heard = [];
    await client.post("/app-api/member/device/remove", { id });
    await told("a removed device", member._id);
    await client.post("/app-api/member/user/update", { status: 1 });
    await told("a closed account", member._id);
    await client.post("/app-api/member/auth/logout");
    await told("a logout", member._id);
    const leaving = await buildMember();
    heard = [];
    await leaving.client.post("/app-api/member/user/logoff");
    await told("an account given up", leaving.member._id);
  });
});
