import { expect } from "chai";
import type { Program } from "#scripts/deployment/program.js";
import { config } from "#shared/kernel/config/config.js";
import { buildOperator } from "#test/factories/operator.js";
import { makeWay, type Way } from "#test/faults/way.js";
import { eventually } from "#test/support/eventually.js";
import { secondApi } from "#test/support/secondApi.js";
import { startService } from "#test/support/service.js";
import { readFlow } from "./flowReader.js";

const targetOf = (address: string) => {
  const { hostname, port } = new URL(address.replace("mongodb://", "http://"));
  return { host: hostname, port: Number(port) };
};

describe("the flow, of an API that a store has gone away from", function () {
  this.timeout(120_000);
  let api: Program;
  let mongodb: Way;
  let redis: Way;
  let token: string;

  before(async () => {
    await startService();
    ({ token } = await buildOperator(["infra:queue:read"]));
    [mongodb, redis] = await Promise.all([makeWay(targetOf(config.MONGODB_URI)), makeWay(targetOf(config.REDIS_URL))]);
    await Promise.all([mongodb.open(), redis.open()]);
    const through = (address: string, { port }: Way): string =>
      address.replace(/:\d+(?=[/?]|$)/, `:${port}`).replace("localhost", "127.0.0.1");
    const redisUrl = through(config.REDIS_URL, redis);
    api = await secondApi({
      env: {
        MONGODB_URI: through(config.MONGODB_URI, mongodb),
        REDIS_URL: redisUrl,
        REDIS_CACHE_URL: redisUrl,
        REDIS_VOLATILE_URL: redisUrl,
      },
    });
  });
  after(async () => {
    await api?.stop();
    await Promise.all([mongodb?.close(), redis?.close()]);
  });

  for (const store of ["Redis", "MongoDB"] as const)
    it(`goes on without ${store}: it says so, with the age of the last known state, until the store is back`, async () => {
      const way = store === "Redis" ? redis : mongodb;
      const { flows, leave } = await readFlow(token, api.url);
      const last = () => flows.at(-1);
      const figures = (flow: any) => flow.nodes.find(({ id }: any) => id === "queue:trade").figures;
      await eventually("all is read", async () => last().troubles.length === 0 && figures(last()).waiting !== null, 30);
      await way.close();
      const said = (): string => last().troubles[0]?.en ?? "";
      const away = new RegExp(`^${store} does not answer, figures of (\\d+) s ago$`);
      await eventually("it says so", async () => away.test(said()), 30);
      const [, age] = away.exec(said())!;
      await eventually("the figures grow older", async () => Number(away.exec(said())![1]) > Number(age), 30);
      expect(figures(last()).waiting).to.be.a("number");
      await way.open();
      await eventually("it is back", async () => last().troubles.length === 0, 60);
      leave();
    });
});
