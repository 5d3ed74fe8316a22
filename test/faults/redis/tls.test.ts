import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { expect } from "chai";
import sinon from "sinon";
import { selfSignedCertificate } from "#scripts/sandbox/certificate.js";
import { config } from "#shared/kernel/config/config.js";
import { examineRedises, type ExaminedRedis } from "#shared/kernel/redis/examine.js";
import { startNode, type RedisNode } from "./redisNode.js";

const NAME = "redis.shop.example";
const tlsSettings = ["REDIS_TLS_CA_FILE", "REDIS_TLS_CERT_FILE", "REDIS_TLS_KEY_FILE", "REDIS_TLS_NAME"] as const;
const HOUR_MS = 3_600_000;

describe("Redis over TLS", function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), "shop-redis-"));
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  const started: RedisNode[] = [];
  const doors: Server[] = [];
  before(() => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const [from, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
    const about = { serial: "0123", commonName: NAME, organization: "shop", from, until };
    writeFileSync(files.cert, selfSignedCertificate({ privateKey, ...about }));
    writeFileSync(files.key, privateKey.export({ type: "pkcs8", format: "pem" }));
  });
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  afterEach(async () => {
    sinon.restore();
    for (const name of tlsSettings) delete config[name];
    for (const door of doors.splice(0)) door.close();
    for (const node of started.splice(0)) await node.kill();
  });

  /** A server without TLS of its own, behind one that has it. */
  async function start(options: { requestCert: boolean }): Promise<number> {
    const node = await startNode(folder, () => ["appendonly yes", "maxmemory-policy noeviction"]);
    started.push(node);
    const [cert, key] = [readFileSync(files.cert), readFileSync(files.key)];
    const server = createServer(
      { cert, key, ca: [cert], rejectUnauthorized: options.requestCert, ...options },
      (socket) => {
        const behind = connect(node.port, "127.0.0.1");
        socket.pipe(behind).pipe(socket);
        socket.on("error", () => behind.destroy());
        behind.on("error", () => socket.destroy());
      },
    );
    doors.push(server);
    await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
    return (server.address() as AddressInfo).port;
  }

  async function examined(url: string, settings: Partial<typeof config> = {}): Promise<ExaminedRedis> {
    sinon.restore();
    sinon.stub(config, "REDIS_URL").value(url);
    for (const name of tlsSettings) delete config[name];
    Object.assign(config, settings);
    return (await examineRedises()).find(({ variable }) => variable === "REDIS_URL")!;
  }
  const trusting = { REDIS_TLS_CA_FILE: files.cert, REDIS_TLS_NAME: NAME };

  it("is trusted by its authority and name alone", async () => {
    const url = `rediss://127.0.0.1:${await start({ requestCert: false })}`;
    expect(await examined(url, trusting)).to.deep.include({ faults: [] });
    const unknown = await examined(url, { REDIS_TLS_NAME: NAME });
    expect(unknown.server).to.equal(undefined);
    expect(unknown.faults[0]!.what).to.match(/self-signed|certificate/);
    const misnamed = await examined(url, { ...trusting, REDIS_TLS_NAME: "other.example" });
    expect(misnamed.faults[0]!.what).to.match(/other\.example/);
  });

  it("asks for our certificate", async () => {
    const url = `rediss://127.0.0.1:${await start({ requestCert: true })}`;
    expect((await examined(url, trusting)).server).to.equal(undefined);
    const ours = { REDIS_TLS_CERT_FILE: files.cert, REDIS_TLS_KEY_FILE: files.key };
    expect(await examined(url, { ...trusting, ...ours })).to.deep.include({ faults: [] });
  });
});
