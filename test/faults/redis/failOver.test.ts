import { expect } from "chai";
import { startDeployment, type Deployment } from "../deployment.js";
import { byDefaultOne, expectInvariants, pause, say, soon } from "../experiment.js";
import { expectAnswered, openShop, startClients, work } from "../halfOpen/halfOpenClients.js";
import { prefixOf } from "../queueOf.js";
import { seeded } from "../shoppers.js";
import { infoOf, type RedisNode } from "./redisNode.js";
import { PEER, type RedisKind, type RedisSet } from "./redisSets.js";

/** Work resumes so soon after the fault (operate.md says 30 s; a busy machine may take longer). */
const RESUMED_MS = 60_000;
/** Longer than the others take to give a node up. */
const FROZEN_MS = 8_000;
const SENTINELS_AWAY_MS = process.env["FAULT_LONG"] ? 60_000 : 15_000;
/** While it goes on taking what the shop writes, another one leads already. */
const SPLIT_MS = 10_000;
/** A slot that moves key by key rests half moved. */
const HALF_MOVED_MS = 3_000;

/** What a fault leaves to be mended once work has resumed without it. */
type Mend = () => Promise<unknown>;
type Fault = (scene: Scene) => Promise<Mend>;
interface Scene {
  set: RedisSet;
  random: () => number;
  /** Of the jobs of payments; on a cluster other jobs may be elsewhere. */
  key: string;
  /** More work, from its beginning to its end. */
  workAnew: () => Promise<string>;
}

const master = ({ set, key }: Scene): Promise<RedisNode> => set.masterOf(key);

const faults: Record<string, Fault> = {
  "the master is killed": async (scene) => {
    const node = await master(scene);
    await node.kill("SIGKILL");
    return () => node.start();
  },
  "the master is frozen, and goes on as if nothing had happened": async (scene) => {
    const node = await master(scene);
    await node.kill("SIGSTOP");
    await pause(FROZEN_MS + scene.random() * 2_000);
    return () => node.kill("SIGCONT");
  },
  "a replica takes over that lacks the last writes": async (scene) => {
    const { set, random } = scene;
    const node = await master(scene);
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
        await one.ask("CONFIG", "SET", "masterauth", set.masterPassword);
        // Its promotion wrote down what it was told then: a later restart would break its link again.
        await one.ask("CONFIG", "REWRITE");
      }
      await node.start();
    };
  },
  "the nodes are restarted in turn": async ({ set }) => {
    for (const node of set.nodes) {
      await node.kill("SIGTERM");
      await node.start();
      await soon("all are back", set.isWhole);
    }
    return async () => undefined;
  },
};
const ofSentinels: Record<string, Fault> = {
  "the master is cut off from the others, and not from the shop": async (scene) => {
    const old = await master(scene);
    await old.ask("ACL", "SETUSER", PEER, "off");
    await old.ask("CLIENT", "KILL", "USER", PEER);
    await soon("another one leads", async () => (await master(scene)) !== old);
    const before = await offsetOf(old);
    const over = pause(SPLIT_MS);
    say(`meanwhile ${await scene.workAnew()}`);
    await over;
    say(`it took ${(await offsetOf(old)) - before} bytes of writes that nobody else knows of`);
    await old.ask("ACL", "SETUSER", PEER, "on");
    await soon("it follows", async () => (await infoOf(old, "replication", "role")) === "slave");
    return async () => undefined;
  },
  // Last: who was away for long trusts no clock for half a minute after (TILT), and promotes nobody.
  "no Sentinel can be reached, and connections break meanwhile": async (scene) => {
    const { set } = scene;
    const node = await master(scene);
    for (const sentinel of set.sentinels) await sentinel.kill("SIGSTOP");
    await pause(1_000);
    await node.ask("CLIENT", "KILL", "TYPE", "normal");
    await pause(SENTINELS_AWAY_MS);
    for (const sentinel of set.sentinels) await sentinel.kill("SIGCONT");
    return async () => undefined;
  },
};
const offsetOf = async (node: RedisNode): Promise<number> =>
  Number(await infoOf(node, "replication", "master_repl_offset"));

/** Another master, and its id as this one knows it. */
async function otherMaster(set: RedisSet, node: RedisNode): Promise<{ id: string; node: RedisNode }> {
  const known = String(await node.ask("CLUSTER", "NODES"))
    .trim()
    .split("\n");
  const [id = "", address = ""] = known.map((line) => line.split(" ")).find(([, , flags]) => flags === "master")!;
  const port = Number(/:(\d+)/.exec(address)?.[1]);
  return { id, node: set.nodes.find((one) => one.port === port)! };
}

const ofClusters: Record<string, Fault> = {
  "the slot of a queue moves under load, and back": async ({ set, key }) => {
    for (let moved = 0; moved < 2; moved++) {
      const from = await set.masterOf(key);
      const slot = Number(await from.ask("CLUSTER", "KEYSLOT", key));
      const to = await otherMaster(set, from);
      await from.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", to.id);
      await soon("it has moved", async () => (await set.masterOf(key)) !== from);
    }
    return async () => undefined;
  },
  "the slot of a queue moves key by key, as servers before Valkey 9 have it": async ({ set, key }) => {
    const from = await set.masterOf(key);
    const slot = Number(await from.ask("CLUSTER", "KEYSLOT", key));
    const to = await otherMaster(set, from);
    await to.node.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", String(await from.ask("CLUSTER", "MYID")));
    await from.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id);
    let moved = 0;
    for (;;) {
      const keys = (await from.ask("CLUSTER", "GETKEYSINSLOT", slot, 5)) as string[];
      if (keys.length === 0) break;
      await from.ask("MIGRATE", "127.0.0.1", to.node.port, "", 0, 5_000, "KEYS", ...keys);
      moved += keys.length;
      if (moved === keys.length) await pause(HALF_MOVED_MS);
    }
    for (const node of [to.node, from]) await node.ask("CLUSTER", "SETSLOT", slot, "NODE", to.id);
    await soon("it has moved", async () => (await set.masterOf(key)) === to.node);
    say(`${moved} keys moved`);
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
          const mend = await fault({
            set,
            random: seeded(seed),
            key: prefixOf(deployment, "pay-event"),
            workAnew: async () => work(deployment, await openShop(deployment)),
          });
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
