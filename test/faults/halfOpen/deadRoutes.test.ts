import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { Redis } from "ioredis";
import sinon from "sinon";
import { config } from "#shared/kernel/config/config.js";
import { watchedStores, watchStores } from "#shared/kernel/process/storeWatch.js";
import { blockingRedis, producerRedis, redisReady, subscriberRedis } from "#shared/kernel/redis/redis.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";
import { makeWay, type Way } from "../way.js";

/** A subscriber pings each 4 s, and is replaced when nothing came back for 6 s. */
const SUBSCRIBER_BOUND_S = 20;
/** A new connection is given up after 3 s; without a bound of ours, after 10 s or never. */
const CONNECT_BOUND_S = 8;

/** Accepts no connection: what its queue has no room for hangs, as behind a route that drops it. */
const DEAF_SERVER = `
const server = require("node:net").createServer();
server.listen(0, "127.0.0.1", 1, () => {
  require("node:fs").writeSync(1, String(server.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

describe("connections whose route died", function () {
  this.timeout(60_000);
  const ways: Way[] = [];
  before(() => startService());
  afterEach(async () => {
    sinon.restore();
    for (const way of ways.splice(0)) await way.close();
  });

  /** From now on what reads this setting goes a way that can be broken. */
  async function wayOf(setting: "REDIS_URL" | "REDIS_CACHE_URL" | "MONGODB_URI"): Promise<Way> {
    const url = new URL(config[setting]);
    const way = await makeWay({ host: url.hostname, port: Number(url.port) });
    await way.open();
    ways.push(way);
    url.port = String(way.port);
    sinon.stub(config, setting).value(url.href);
    return way;
  }
  const storeNamed = (name: string) => watchedStores.find((store) => store.name === name)!;

  it("are told from a store that is down, as the watch asks over new ones: Redis", async () => {
    const way = await wayOf("REDIS_URL");
    const own = producerRedis();
    try {
      expect(await redisReady(own)).to.equal(true);
      const { look, reasons } = watchStores([storeNamed("Redis")], () => undefined);
      await look();
      expect(reasons()).to.deep.equal([]);
      expect(way.freeze()).to.equal(1);
      await look();
      expect(reasons()).to.deep.equal(["Redis answers, but not this process"]);
    } finally {
      own.disconnect();
    }
  });

  it("and a store that answers no new ones from one that answers: MongoDB", async () => {
    (await wayOf("MONGODB_URI")).swallow();
    const { answers, answersNewConnection } = storeNamed("MongoDB");
    expect(await answers()).to.equal(true);
    expect(await answersNewConnection().catch(() => false)).to.equal(false);
  });

  it("are replaced also when they only listen, and hear what is said from then on", async () => {
    const direct = new Redis(config.REDIS_CACHE_URL);
    const way = await wayOf("REDIS_CACHE_URL");
    const subscriber = subscriberRedis();
    const heard: string[] = [];
    subscriber.on("message", (_, text: string) => heard.push(text));
    try {
      await subscriber.subscribe("deadRoutes");
      const isHeard = (text: string) => async (): Promise<boolean> => {
        await direct.publish("deadRoutes", text);
        return heard.includes(text);
      };
      await eventually("what is said before", isHeard("before"));
      expect(way.freeze()).to.equal(1);
      await eventually("what is said after", isHeard("after"), SUBSCRIBER_BOUND_S);
    } finally {
      subscriber.disconnect();
      direct.disconnect();
    }
  });

  it("are not waited for when they come about with nobody", async () => {
    const deaf = spawn(process.execPath, ["-e", DEAF_SERVER], { stdio: ["ignore", "pipe", "inherit"] });
    const [port] = (await once(deaf.stdout, "data")) as [Buffer];
    // More than wait to be accepted.
    const waiting = Array.from({ length: 4 }, () => connect(Number(port), "127.0.0.1").on("error", () => undefined));
    const { REDIS_URL } = config;
    sinon.stub(config, "REDIS_URL").value(REDIS_URL.replace(/:\d+/, `:${port.toString()}`));
    try {
      await eventually("its queue is full", async () => waiting.filter(({ connecting }) => !connecting).length >= 2);
      const client = blockingRedis("deaf");
      const failures: string[] = [];
      client.on("error", ({ message }: Error) => failures.push(message));
      await eventually("it is given up", async () => failures.length > 0, CONNECT_BOUND_S).finally(() =>
        client.disconnect(),
      );
      expect(failures[0]).to.match(/ETIMEDOUT/);
    } finally {
      for (const socket of waiting) socket.destroy();
      deaf.kill("SIGKILL");
    }
  });
});
