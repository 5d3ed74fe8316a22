import { expect } from "chai";
import { broadcastsArrive } from "#shared/kernel/redis/broadcast.js";
import { defineCache } from "#shared/kernel/redis/cache.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { cacheRedis, redisReady } from "#shared/kernel/redis/redis.js";
import { config } from "#shared/kernel/config/config.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

describe("a cache that forgets on command", () => {
  const cache = defineCache<number>("test", { ttlMs: 60_000, max: 10 });
  let reads = 0;
  const load = async (): Promise<number> => ++reads;
  before(async () => {
    await startService();
    await eventually("broadcasts", async () => broadcastsArrive());
  });
  beforeEach(() => {
    cache.invalidate();
    reads = 0;
  });

  it("reads once for all who ask at the same moment, and for those after them", async () => {
    const asked = await Promise.all([cache.read("a", load), cache.read("a", load)]);
    expect(asked).to.deep.equal([1, 1]);
    expect(await cache.read("a", load)).to.equal(1);
    expect(await cache.read("b", load)).to.equal(2);
  });

  it("forgets one key or all", async () => {
    await cache.read("a", load);
    await cache.read("b", load);
    cache.invalidate("a");
    expect(await cache.read("a", load)).to.equal(3);
    expect(await cache.read("b", load)).to.equal(2);
    cache.invalidate();
    expect(await cache.read("b", load)).to.equal(4);
  });

  it("a read that began before the write is not kept for those who come after it", async () => {
    let finish: ((value: number) => void) | undefined;
    const old = cache.read("a", () => new Promise((resolve) => (finish = resolve)));
    cache.invalidate("a");
    finish!(-1);
    expect(await old).to.equal(-1);
    expect(await cache.read("a", load)).to.equal(1);
  });

  it("a failed read is not kept", async () => {
    const failing = cache.read("a", () => Promise.reject(new Error("away")));
    expect(await failing.catch((error: Error) => error.message)).to.equal("away");
    expect(await cache.read("a", load)).to.equal(1);
  });

  it("forgets only when the transaction has committed, and reads past the cache inside it", async () => {
    await cache.read("a", load);
    await inTransaction(async () => {
      cache.invalidate("a");
      expect(await cache.read("a", load)).to.equal(2);
      expect(reads).to.equal(2);
    });
    expect(await cache.read("a", load)).to.equal(3);
  });

  it("hears the word of another process", async () => {
    await cache.read("a", load);
    await redisReady(cacheRedis());
    await cacheRedis().publish(`${config.BULL_PREFIX}:broadcast`, JSON.stringify(["cache:test", "a"]));
    await eventually("the word", async () => (await cache.read("a", load)) > 1);
  });
});
