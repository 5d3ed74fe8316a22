import { expect } from "chai";
import type { Redis } from "ioredis";
import { vipPercentOf } from "#shared/domains/loyalty/index.js";
import { MemberLevelModel } from "#shared/domains/member/index.js";
import { broadcastsArrive } from "#shared/kernel/redis/broadcast.js";
import { config } from "#shared/kernel/config/config.js";
import { cacheRedis, redisReady, subscriberRedis } from "#shared/kernel/redis/redis.js";
import { buildLevel, removeLevels } from "#test/factories/level.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

/** What one process says and another hears, on the line between them: this process plays both ends in turn. */
const channel = `${config.BULL_PREFIX}:broadcast`;
/** Without who said it. */
const wordOf = (text: string): string => JSON.stringify((JSON.parse(text) as unknown[]).slice(0, 2));

describe("an operator's change of levels and settings, in the other processes", () => {
  let line: Redis;
  let client: Client;
  let heard: string[] = [];
  let markers = 0;
  before(async () => {
    await startService();
    ({ client } = await buildOperator());
    line = subscriberRedis();
    line.on("message", (_channel: string, text: string) => heard.push(wordOf(text)));
    await line.subscribe(channel);
    await redisReady(cacheRedis());
    await eventually("broadcasts", async () => broadcastsArrive());
  });
  after(() => line.disconnect());
  beforeEach(() => void (heard = []));

  const word = (topic: string, key: string | number = "*") => JSON.stringify([`cache:${topic}`, String(key)]);
  const hears = (text: string) => eventually(text, async () => heard.includes(text));
  /** Everything that was told until now has come: words of one connection keep their order. */
  async function hearsAll(): Promise<void> {
    const marker = JSON.stringify(["cache:marker", String((markers += 1))]);
    await cacheRedis().publish(channel, marker);
    await hears(marker);
  }

  it("each is told once it stands", async () => {
    const level = await buildLevel();
    await hears(word("memberLevels"));
    heard = [];
    const { data: shown } = await client.get(`/admin-api/member/level/get?id=${level._id}`);
    expect((await client.put("/admin-api/member/level/update", { ...shown, discountPercent: 70 })).code).to.equal(0);
    await hears(word("memberLevels"));
    const { member } = await buildMember();
    const given = { id: member._id, levelId: level._id, reason: "A friend" };
    expect((await client.put("/admin-api/member/user/update-level", given)).code).to.equal(0);
    await hears(word("levelOfMember", member._id));
    const { data: settings } = await client.get("/admin-api/member/config/get");
    expect((await client.put("/admin-api/member/config/save", settings)).code).to.equal(0);
    await hears(word("loyaltyConfig"));
    const day = { day: 300, point: 1, experience: 0, status: 1 };
    const { data: ruleId } = await client.post("/admin-api/member/sign-in/config/create", day);
    await hears(word("signInRules"));
    await client.delete(`/admin-api/member/sign-in/config/delete?id=${ruleId}`);
    await removeLevels(level);
  });

  it("a refused change tells nobody anything", async () => {
    const level = await buildLevel();
    await hearsAll();
    heard = [];
    const { data: shown } = await client.get(`/admin-api/member/level/get?id=${level._id}`);
    const body = { ...shown, id: undefined };
    expect((await client.post("/admin-api/member/level/create", body)).code).to.equal(1004011001);
    await hearsAll();
    expect(heard).not.to.include(word("memberLevels"));
    await removeLevels(level);
  });

  it("what another process changed counts here as soon as its word comes", async () => {
    const level = await buildLevel({ discountPercent: 90 });
    const { member } = await buildMember({ levelId: level._id });
    expect((await vipPercentOf(member._id))?.discountPercent).to.equal(90);
    await MemberLevelModel.updateOne({ _id: level._id }, { $set: { discountPercent: 80 } });
    expect((await vipPercentOf(member._id))?.discountPercent).to.equal(90);
    await cacheRedis().publish(channel, word("memberLevels"));
    await eventually("the new percentage", async () => (await vipPercentOf(member._id))?.discountPercent === 80);
    await removeLevels(level);
  });
});
