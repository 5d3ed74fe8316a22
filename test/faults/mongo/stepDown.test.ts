import { expect } from "chai";
import { fromSources } from "#test/support/fromSources.js";
import { runToEnd } from "#scripts/deployment/program.js";
import { startDeployment, type Deployment } from "../deployment.js";
import { byDefaultOne, expectInvariants, pause, say } from "../experiment.js";
import { expectAnswered, openShop, startClients, work } from "../halfOpen/halfOpenClients.js";
import { seeded } from "../shoppers.js";
import { startMongoSet, type MongoSet } from "./mongoSet.js";

/** Work resumes so soon after there is a primary again. */
const RESUMED_MS = 60_000;
/** Shops that are worked one after the other while the fault lasts. */
const TURNS = 3;

type Mend = () => Promise<unknown>;
const faults: Record<string, (set: MongoSet, random: () => number) => Promise<Mend | void>> = {
  "the primary stands down, another is elected 2 s later": (set) => set.stepDown(2_000),
  "the primary is killed, another is elected, and it comes back as a secondary": async (set) => {
    const { comeBack } = await set.kill(6_000);
    return comeBack;
  },
  "the primary changes five times, at once and slowly": async (set, random) => {
    for (let change = 0; change < 5; change++) {
      await set.stepDown(random() * 1_500);
      await pause(500 + random() * 1_500);
    }
  },
};

describe("a MongoDB of three whose primary changes", function () {
  this.timeout(300_000);
  let set: MongoSet;
  let deployment: Deployment;
  let stopClients: (() => Promise<unknown>) | undefined;

  /** How many commands were refused, had their answer withheld, or broke off so far. */
  const felt = (): number => set.counts.refused + set.counts.withheld + set.counts.broken;

  before(async () => {
    deployment = await startDeployment({
      redis: "single",
      async rewire({ MONGODB_URI }) {
        const { port, pathname } = new URL(MONGODB_URI!);
        set = await startMongoSet({ port: Number(port) });
        return { MONGODB_URI: set.uri(pathname.slice(1)) };
      },
    });
  });
  after(async () => {
    await deployment?.stop();
    await set?.stop();
  });
  afterEach("the invariants hold", async () => {
    await stopClients?.();
    stopClients = undefined;
    await expectInvariants(deployment);
  });

  for (const [what, fault] of Object.entries(faults))
    for (const seed of byDefaultOne)
      it(`${what}: work goes on (seed ${seed})`, async () => {
        const shops = [];
        for (let turn = 0; turn < TURNS; turn++) shops.push(await openShop(deployment));
        const clients = await startClients(deployment);
        stopClients = clients.stop;
        const before = felt();
        const faulting = fault(set, seeded(seed));
        const struck = Date.now();
        let over = 0;
        const mending = faulting.then((mend) => ((over = Date.now()), mend));
        const done: string[] = [];
        for (const shop of shops) done.push(await work(deployment, shop));
        const mend = await mending;
        say(`${what}: over after ${over - struck} ms, felt by ${felt() - before} commands; ${done.join("; ")}`);
        await mend?.();
        expect(Date.now() - over).to.be.below(RESUMED_MS);
        expect(felt(), "the fault was felt").to.be.above(before);
        expectAnswered((await clients.stop()).asked);
      });

  it("npm run check:store has it change once, and finds all that was acknowledged", async () => {
    const { pathname } = new URL(deployment.env["MONGODB_URI"]!);
    const env = { ...process.env, MONGODB_URI: set.uri(pathname.slice(1)) } as Record<string, string>;
    const { elections } = set.counts;
    const { code, output } = await runToEnd([...fromSources("scripts/store/index.ts"), "--patience=0"], env);
    expect(output).to.match(/^✓ step-down .*\d+ ms$/m);
    expect(output).to.match(/replica set shop of 3/);
    expect(code, output).to.equal(0);
    expect(set.counts.elections).to.equal(elections + 1);
  });
});
