import { expect } from "chai";
import sinon from "sinon";
import { config } from "#shared/kernel/config/config.js";
import { blockingRedis } from "#shared/kernel/redis/redis.js";
import { makeWay } from "../way.js";

/** A worker waits so long for the answer of a command that blocks; its handshake must not. */
const SILENT_MS = 13_000;

describe("a connection to Redis that a dead route accepted", function () {
  this.timeout(60_000);
  afterEach(() => sinon.restore());

  it("is replaced long before a blocking command would be given up, and so is BullMQ's own copy of it", async () => {
    const { hostname, port } = new URL(config.REDIS_URL);
    const way = await makeWay({ host: hostname, port: Number(port) });
    await way.open();
    sinon.stub(config, "REDIS_URL").value(config.REDIS_URL.replace(`:${port}`, `:${way.port}`));
    way.swallow();
    const own = blockingRedis("handshake");
    const clients = [own, own.duplicate({ connectionName: "copy" })];
    try {
      await Promise.all(clients.map((client) => new Promise((done) => client.once("connect", done))));
      way.mend();
      const begun = performance.now();
      const answers = await Promise.all(clients.map((client) => client.ping()));
      expect(answers).to.deep.equal(["PONG", "PONG"]);
      expect(performance.now() - begun).to.be.below(SILENT_MS - 3_000);
    } finally {
      for (const client of clients) client.disconnect();
      await way.close();
    }
  });
});
