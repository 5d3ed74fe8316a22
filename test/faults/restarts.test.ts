import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { expectInvariants, pause, say, seeds, soon } from "./experiment.js";
import { fromDist, runToEnd, type Ended, type Program } from "#scripts/deployment/program.js";
import { installClient, installedClient } from "#test/support/packedClient.js";
import { program, type Deployment } from "./deployment.js";
import { useSharedDeployment } from "./sharedDeployment.js";
import { seeded } from "./shoppers.js";

/** A worker runs for so long before it is told to end, and a random part of as much. */
const RUNS_MS = 1_500;

describe("faults of workers that are told to end in the middle of everything that a shop does", function () {
  this.timeout(600_000);
  let deployment: Deployment;
  let second: Program | undefined;
  /** The demo walks by the client as it is published. */
  const folder = mkdtempSync(join(tmpdir(), "demo-client-"));
  before(() => installClient(folder));
  after(() => rmSync(folder, { recursive: true, force: true }));
  useSharedDeployment((one) => (deployment = one));
  afterEach(async () => {
    await second?.kill("SIGKILL");
    second = undefined;
    await deployment.worker.kill("SIGKILL");
    await deployment.worker.start();
    await expectInvariants(deployment);
  });

  const processes = () => deployment.db.collection("processes");
  const reports = (pid: number | undefined) => async (): Promise<boolean> =>
    (await processes().countDocuments({ pid: pid!, kind: "worker" })) === 1;

  const walkTheDemo = () =>
    runToEnd(fromDist("scripts/demo/index.js"), {
      ...deployment.env,
      DEMO_CLIENT: join(installedClient(folder), "dist/index.js"),
    });

  for (const seed of seeds)
    it(`the demo walks through all of it as ever, and no try is lost (seed ${seed})`, async () => {
      const random = seeded(seed);
      second = program(fromDist("workers/index.js"), {
        ...deployment.env,
        OPS_PORT: "0",
      });
      await second.start();
      const begun = new Date();
      const ends: Ended[] = [];
      let isWalking = true;
      const restarting = (async () => {
        const workers = [deployment.worker, second];
        for (let turn = 0; isWalking; turn++) {
          const one = workers[turn % 2]!;
          // Never the only one.
          for (const each of workers) await soon("both workers run", reports(each.pid));
          await pause(RUNS_MS * (1 + random()));
          await one.kill("SIGTERM");
          ends.push(await one.untilEnded());
          await one.start();
        }
      })();
      const { code, output } = await walkTheDemo().finally(() => (isWalking = false));
      await restarting;
      expect(code, output.slice(-3_000)).to.equal(0);
      expect(ends.filter((end) => end.code !== 0)).to.deep.equal([]);
      const rows = deployment.db.collection("outbox");
      const since = { createdAt: { $gte: begun } };
      const open = {
        ...since,
        state: { $in: ["waiting", "relayed", "running", "retrying"] },
        dueAt: { $lte: new Date() },
      };
      await soon("all that was due has ended", async () => (await rows.countDocuments(open)) === 0);
      const stalled = await rows.find({ ...since, "failures.reason": "Stalled" }).toArray();
      expect(stalled.map(({ job }) => job as string)).to.deep.equal([]);
      const kinds = await rows.distinct("job", since);
      say(
        `${/(\d+) steps in [\d.]+ s/.exec(output)?.[0]}, jobs of ${kinds.length} kinds, while workers were told to end ${ends.length} times`,
      );
    });
});
