import { expect } from "chai";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sinon from "sinon";
import { fromDist, runToEnd } from "#scripts/deployment/program.js";
import { config } from "#shared/kernel/config/config.js";
import { examineRedises, type ExaminedRedis } from "#shared/kernel/redis/examine.js";
import { startNode, type RedisNode } from "./redisNode.js";

describe("a Redis that is looked at before the shop starts", function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), "shop-redis-"));
  const started: RedisNode[] = [];
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  afterEach(async () => {
    sinon.restore();
    for (const node of started.splice(0)) await node.kill();
  });

  async function start(...lines: string[]): Promise<RedisNode> {
    const node = await startNode(folder, () => lines);
    started.push(node);
    return node;
  }
  async function examined(url: string): Promise<ExaminedRedis> {
    sinon.stub(config, "REDIS_URL").value(url);
    return (await examineRedises()).find(({ variable }) => variable === "REDIS_URL")!;
  }
  const urlOf = ({ port }: RedisNode, user = ""): string => `redis://${user}127.0.0.1:${port}`;
  const kept = ["appendonly yes", "maxmemory-policy noeviction"];

  it("is as it should be", async () => {
    const { server, faults } = await examined(urlOf(await start(...kept)));
    expect(server).to.match(/^(?:valkey|redis) \d/);
    expect(faults).to.deep.equal([]);
  });

  const wrong: [what: string, lines: string[], isFatal: boolean, said: RegExp, mend: RegExp][] = [
    [
      "evicts",
      ["appendonly yes", "maxmemory-policy allkeys-lru"],
      true,
      /allkeys-lru/,
      /CONFIG SET maxmemory-policy noeviction/,
    ],
    [
      "keeps nothing on its disk",
      ["maxmemory-policy noeviction"],
      false,
      /nothing on its disk/,
      /CONFIG SET appendonly yes/,
    ],
    ["is a replica", [...kept, "replicaof 127.0.0.1 1"], true, /replica/, /redis\+sentinel/],
    ["is a node of a cluster", [...kept, "cluster-enabled yes"], true, /node of a cluster/, /redis\+cluster/],
  ];
  for (const [what, lines, isFatal, said, mend] of wrong)
    it(`${what}: says so, and what mends it`, async () => {
      const { faults } = await examined(urlOf(await start(...lines)));
      const fault = faults.find((one) => said.test(one.what));
      expect(fault?.isFatal, JSON.stringify(faults)).to.equal(isFatal);
      expect(fault!.mend).to.match(mend);
    });

  for (const [what, user] of [
    ["asks for a password that is not given", ""],
    ["is given a wrong password", ":other@"],
  ] as const)
    it(`${what}: says so, and what mends it`, async () => {
      const node = await start(...kept);
      await node.ask("CONFIG", "SET", "requirepass", "secret");
      const { faults } = await examined(urlOf(node, user));
      expect(
        faults.map(({ isFatal }) => isFatal),
        JSON.stringify(faults),
      ).to.deep.equal([true]);
      expect(faults[0]!.what).to.match(/NOAUTH|WRONGPASS/);
      expect(faults[0]!.mend).to.include("password in REDIS_URL");
      sinon.restore();
      expect((await examined(urlOf(node, ":secret@"))).faults).to.deep.equal([]);
    });

  it("is no cluster though the address says so", async () => {
    const { faults } = await examined(`redis+cluster://127.0.0.1:${(await start(...kept)).port}`);
    expect(faults).to.have.length(1);
  });

  it("does not answer: that is not for us to mend, and the shop starts", async () => {
    const { server, faults } = await examined("redis://127.0.0.1:1");
    expect(server).to.equal(undefined);
    expect(faults.map(({ isFatal }) => isFatal)).to.deep.equal([false]);
  });

  it("has a user without a right, which is named; with the rights that it says all is well", async () => {
    const node = await start(...kept);
    await node.ask("ACL", "SETUSER", "shop", "on", ">secret", "~{other*", "&*", "+@all");
    const { faults } = await examined(urlOf(node, "shop:secret@"));
    expect(
      faults
        .filter(({ isFatal }) => isFatal)
        .map(({ what }) => what)
        .join(),
    ).to.match(/may not run scripts/);
    const [acl, setUser, name, ...rights] = faults[0]!.mend.split(" ");
    await node.ask(acl!, setUser!, name!, "reset", "on", ">secret", ...rights);
    sinon.restore();
    expect((await examined(urlOf(node, "shop:secret@"))).faults).to.deep.equal([]);
  });

  for (const script of ["api/index.js", "workers/index.js", "workers/cron.js"])
    it(`${script} does not start with one that evicts, and says why`, async () => {
      const REDIS_URL = urlOf(await start("appendonly yes", "maxmemory-policy allkeys-lru"));
      const env = { ...process.env, REDIS_URL, PORT: "0", OPS_PORT: "0", LOG_LEVEL: "fatal" } as Record<string, string>;
      const { code, output } = await runToEnd(fromDist(script), env);
      expect(code).to.equal(1);
      expect(output)
        .to.include("REDIS_URL: maxmemory-policy is allkeys-lru")
        .and.include("CONFIG SET maxmemory-policy");
    });
});
