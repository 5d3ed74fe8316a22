import { expect } from "chai";
import { byDefaultOne, byKind, expectInvariants, say, soon } from "./experiment.js";
import type { Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import {
  byApp,
  byCode,
  control,
  makeShoppers,
  place,
  settle,
  currentNo,
  skuWithStock,
  statusOf,
  submit,
  type Answer,
  type Placed,
  type Way,
} from "./shoppers.js";

/** More than a worker has slots for, and each holds its slot until the call is given up. */
const AT_HANGING = 100;
const AT_OTHER = 12;

describe("faults of one channel of two", function () {
  this.timeout(300_000);
  let deployment: Deployment;

  useSharedDeployment((one) => (deployment = one));
  afterEach("the invariants hold", async () => {
    await control(deployment, "DELETE", "/faults");
    await expectInvariants(deployment);
  });

  for (const seed of byDefaultOne)
    it(`hangs: who pays through the other is served as ever, and in the end all are (seed ${seed})`, async () => {
      const sku = await skuWithStock(deployment, AT_HANGING + AT_OTHER);
      const shoppers = await makeShoppers(deployment, AT_HANGING + AT_OTHER);
      const orders: Placed[] = [];
      for (const who of shoppers) orders.push(await place(deployment, who, sku));
      const [hanging, other] = [orders.slice(0, AT_HANGING), orders.slice(AT_HANGING)];

      await control(deployment, "PUT", "/faults", { platform: "wechatpay", mode: "timeout", count: 10_000 });
      const timed = async (placed: Placed, way: Way): Promise<Answer & { ms: number }> => {
        const begun = performance.now();
        const answer = await submit(deployment, placed, way);
        return { ...answer, ms: Math.round(performance.now() - begun) };
      };
      const submitted = Promise.all(hanging.map((placed) => timed(placed, byCode)));
      await soon("the channel has what it may have", async () => {
        const calls = await control<unknown[]>(deployment, "GET", "/calls?platform=wechatpay");
        return calls.length >= 16;
      });
      const served = await Promise.all(other.map((placed) => timed(placed, byApp)));
      const answers = await submitted;
      const slowest = (of: { ms: number }[]): number => Math.max(...of.map(({ ms }) => ms));
      say(
        `${AT_HANGING} at the channel that hangs: ${JSON.stringify(byKind(answers))}, slowest ${slowest(answers)} ms; ${AT_OTHER} at the other: ${JSON.stringify(byKind(served))}, slowest ${slowest(served)} ms`,
      );
      expect(byKind(served)).to.deep.equal({ "200/0": AT_OTHER });
      // In this run, on this machine: who waits for the channel that hangs waits more than twice as long.
      expect(slowest(served)).to.be.below(slowest(answers) / 2);
      expect(byKind(answers)).to.deep.equal({ "503/503": AT_HANGING });

      await control(deployment, "DELETE", "/faults?platform=wechatpay");
      const one = hanging[0]!;
      await soon("the channel is asked again", async () => (await submit(deployment, one, byCode)).code === 0);
      await settle(deployment, await currentNo(deployment, one));
      await soon("it is paid", async () => (await statusOf(deployment, one)) === 10);
    });
});
