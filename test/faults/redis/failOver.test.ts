import { expect } from "chai";
import { keysOf } from "#shared/kernel/redis/keys.js";
import { startDeployment, type Deployment } from "../deployment.js";
import { byDefaultOne, expectInvariants, pause, say, soon } from "../experiment.js";
import { expectAnswered, openShop, startClients, work } from "../halfOpen/halfOpenClients.js";
import { seeded } from "../shoppers.js";
import type { RedisNode } from "./redisNode.js";
import type { RedisKind, RedisSet } from "./redisSets.js";

/** Work resumes so soon after the fault (operate.md says 30 s; a busy machine may take longer). */
const RESUMED_MS = 60_000;
/** Longer than the others take to give a node up. */
const FROZEN_MS = 8_000;
const SENTINELS_AWAY_MS = process.env["FAULT_LONG"] ? 60_000 : 15_000;

/** What a fault leaves to be mended once work has resumed without it. */
type Mend = () => Promise<unknown>;
type Fault = (set: RedisSet, random: () => number) => Promise<Mend>;

/** Jobs of payments are there; on a cluster the others may be elsewhere. */
const master = (set: RedisSet): Promise<RedisNode> => set.masterOf(keysOf("pay-event"));

const faults: Record<string, Fault> = {
  "the master is killed": async (set) => {
    const node = await master(set);
    await node.kill("SIGKILL");
    return () => node.start();
  },
  "the master is frozen, and goes on as if nothing had happened": async (set, random) => {
    const node = await master(set);
    await node.kill("SIGSTOP");
    await pause(FROZEN_MS + random() * 2_000);
    return () => node.kill("SIGCONT");
  },
  "a replica takes over that lacks the last writes": async (set, random) => {
    const node = await master(set);
    const replicas = set.nodes.filter((one) => one !== node);
    // Its link to the master breaks and cannot be made again, and nobody else notices.
    for (const one of replicas) {
      await one.ask("CONFIG", "SET", "masterauth", "nobody has set one");
      await one.ask("CLIENT", "KILL", "TYPE", "master").catch(() => undefined);
    }
    await pause(1_000 + random() * 1_000);
    await node.kill("SIGKILL");
    return async () => {
      for (const one of replicas) {
        await one.ask("CONFIG", "SET", "masterauth", "");
        // Its promotion wrote down what it was told then: a later restart would break its link again.
        await one.ask("CONFIG", "REWRITE");
      }
      await node.start();
    };
  },
  "the nodes are restarted in turn": async (set) => {
    for (const node of set.nodes) {
      await node.kill("SIGTERM");
      await node.start();
      await soon("all are back", set.isWhole);
    }
    return async () => undefined;
  },
};
const ofSentinels: Record<string, Fault> = {
  "no Sentinel can be reached, and connections break meanwhile": async (set) => {
    const node = await master(set);
    for (const sentinel of set.sentinels) await sentinel.kill("SIGSTOP");
    await pause(1_000);
    await node.ask("CLIENT", "KILL", "TYPE", "normal");
    await pause(SENTINELS_AWAY_MS);
    for (const sentinel of set.sentinels) await sentinel.kill("SIGCONT");
    return async () => undefined;
  },
};
/** The id of another master, as this one knows it. */
async function otherMaster(node: RedisNode): Promise<string> {
  const known = String(await node.ask("CLUSTER", "NODES"))
    .trim()
    .split("\n");
  const masters = known.map((line) => line.split(" ")).filter(([, , flags]) => flags === "master");
  return masters[0]![0]!;
}

const ofClusters: Record<string, Fault> = {
  "the slot of a queue moves under load, and back": async (set) => {
    for (let moved = 0; moved < 2; moved++) {
      const key = keysOf("pay-event");
      const from = await set.masterOf(key);
      const slot = Number(await from.ask("CLUSTER", "KEYSLOT", key));
      const to = await otherMaster(from);
      await from.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", to);
      await soon("it has moved", async () => (await set.masterOf(key)) !== from);
    }
    return async () => undefined;
  },
};

for (const kind of ["sentinel", "cluster"] as RedisKind[])
  describe(`Redis as a ${kind === "cluster" ? "cluster" : "master and replica under Sentinels"}`, function () {
    this.timeout(300_000);
    let set: RedisSet;
    let deployment: Deployment;
    let stopClients: (() => Promise<unknown>) | undefined;

    before(async () => {
      deployment = await startDeployment({ redis: kind });
      set = deployment.redis as RedisSet;
    });
    after(async () => {
      await deployment?.stop();
    });
    afterEach("the invariants hold", async () => {
      await stopClients?.();
      stopClients = undefined;
      await expectInvariants(deployment);
    });

    it("the shop sells, pays and delivers", async () => {
      say(await work(deployment, await openShop(deployment)));
    });

    const own = kind === "cluster" ? ofClusters : ofSentinels;
    for (const [what, fault] of Object.entries({ ...faults, ...own }))
      for (const seed of byDefaultOne)
        it(`${what}: work goes on (seed ${seed})`, async () => {
          const shop = await openShop(deployment);
          const clients = await startClients(deployment);
          stopClients = clients.stop;
          const begun = Date.now();
          const working = work(deployment, shop);
          const mend = await fault(set, seeded(seed));
          const struckMs = Date.now() - begun;
          const done = await working;
          const resumedMs = Date.now() - begun - struckMs;
          say(`${what}: over after ${struckMs} ms, all done ${resumedMs} ms later; ${done}`);
          await mend();
          expect(resumedMs).to.be.below(RESUMED_MS);
          expectAnswered((await clients.stop()).asked);
          await soon("the set is whole again", set.isWhole);
        });
  });
