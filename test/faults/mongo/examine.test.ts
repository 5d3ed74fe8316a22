import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { expect } from "chai";
import mongoose from "mongoose";
import { fromDist, runToEnd } from "#scripts/deployment/program.js";
import { selfSignedCertificate } from "#scripts/sandbox/certificate.js";
import { examineMongo, type ExaminedMongo } from "#shared/kernel/mongo/examine.js";
import { bodyOf, carry, withBody } from "./mongoWire.js";

type Doc = Record<string, unknown>;
const own = new URL(process.env["MONGODB_URI"]!);
const HOUR_MS = 3_600_000;

describe("a MongoDB that is looked at before the shop starts", function () {
  this.timeout(60_000);
  const doors: Server[] = [];
  afterEach(() => {
    for (const door of doors.splice(0)) door.close();
  });

  const listen = async (server: Server): Promise<number> => {
    doors.push(server);
    await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
    return (server.address() as AddressInfo).port;
  };
  /** The store of this run, which says of itself what it is given to say. */
  async function saying(says: Record<string, (said: Doc) => Doc>): Promise<number> {
    return listen(
      createServer((near) =>
        carry(near, Number(own.port), (_message, name) => ({
          pass: (reply) => (says[name] ? withBody(reply, says[name](bodyOf(reply))) : reply),
        })),
      ),
    );
  }
  const uriOf = (port: number, options = "directConnection=true"): string =>
    `mongodb://127.0.0.1:${port}${own.pathname}?${options}`;
  async function examined(uri: string): Promise<ExaminedMongo> {
    const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 3_000 });
    try {
      return await examineMongo(await client.connect());
    } finally {
      await client.close();
    }
  }
  const env = (uri: string): Record<string, string> =>
    ({ ...process.env, MONGODB_URI: uri, PORT: "0", OPS_PORT: "0", LOG_LEVEL: "fatal" }) as Record<string, string>;

  it("is as it should be", async () => {
    const { server, faults } = await examined(uriOf(Number(own.port)));
    expect(server).to.match(/^MongoDB \d+\.\d+\.\d+, replica set \w+ of 1$/);
    expect(faults).to.deep.equal([]);
  });

  const set = { hosts: ["a:27017", "b:27017", "c:27017"], setName: "rs0" };
  const alone = ({ setName: _setName, hosts: _hosts, primary: _primary, ...said }: Doc): Doc => said;
  const wrong: [string, Record<string, (said: Doc) => Doc>, string, boolean, RegExp, RegExp][] = [
    ["stands alone", { hello: alone, ismaster: alone }, "", true, /stands alone/, /--replSet rs0.+rs\.initiate/],
    ["is too old", { buildInfo: (said) => ({ ...said, version: "5.0.31" }) }, "", true, /5\.0\.31 is too old/, /6\.0/],
    [
      "is a secondary",
      { hello: (said) => ({ ...said, ...set, isWritablePrimary: false, secondary: true }) },
      "",
      true,
      /secondary, which takes no writes/,
      /mongodb:\/\/a:27017,b:27017,c:27017\/.+replicaSet=rs0/,
    ],
    [
      "is one of three that is used alone",
      { hello: (said) => ({ ...said, ...set }) },
      "",
      false,
      /one of 3 members/,
      /mongodb:\/\/a:27017,b:27017,c:27017\//,
    ],
    ["is read elsewhere", {}, "&readPreference=secondary", true, /readPreference is secondary/, /out of MONGODB_URI/],
    [
      "is a set of three whose writes are not sent again",
      { hello: (said) => ({ ...said, ...set }) },
      "&retryWrites=false",
      false,
      /retryWrites is off/,
      /out of MONGODB_URI/,
    ],
    [
      "has a user without a right",
      {
        connectionStatus: (said) => ({
          ...said,
          authInfo: {
            authenticatedUsers: [{ user: "shop", db: "admin" }],
            authenticatedUserRoles: [{ role: "read", db: own.pathname.slice(1) }],
            authenticatedUserPrivileges: [
              { resource: { db: own.pathname.slice(1), collection: "" }, actions: ["find", "listCollections"] },
              { resource: { db: "other", collection: "" }, actions: ["insert", "update", "remove"] },
            ],
          },
        }),
      },
      "",
      true,
      /user shop may not insert, update, remove in/,
      /grantRolesToUser\("shop", \[\{ role: "readWrite"/,
    ],
  ];
  for (const [what, says, options, isFatal, said, mend] of wrong)
    it(`${what}: says so, and what mends it`, async () => {
      const { faults } = await examined(uriOf(await saying(says), `directConnection=true${options}`));
      const fault = faults.find((one) => said.test(one.what));
      expect(fault?.isFatal, JSON.stringify(faults)).to.equal(isFatal);
      expect(fault!.mend).to.match(mend);
    });

  it("a user with the right role lacks nothing", async () => {
    const actions = ["find", "insert", "update", "remove"];
    const privileges = [{ resource: { db: own.pathname.slice(1), collection: "" }, actions }];
    const authInfo = { authenticatedUsers: [{ user: "shop" }], authenticatedUserPrivileges: privileges };
    const port = await saying({ connectionStatus: (said) => ({ ...said, authInfo }) });
    expect((await examined(uriOf(port))).faults).to.deep.equal([]);
  });

  it("one that does not know the question about users is not asked more", async () => {
    const unknown = { ok: 0, errmsg: "no such command: 'connectionStatus'", code: 59, codeName: "CommandNotFound" };
    expect((await examined(uriOf(await saying({ connectionStatus: () => unknown })))).faults).to.deep.equal([]);
  });

  for (const script of ["api/index.js", "workers/index.js", "workers/cron.js"])
    it(`${script} does not start with one that stands alone, and says why`, async () => {
      const uri = uriOf(await saying({ hello: alone, ismaster: alone }));
      const { code, output } = await runToEnd(fromDist(script), env(uri));
      expect(code).to.equal(1);
      expect(output).to.include("MONGODB_URI: it stands alone").and.include("rs.initiate()");
    });

  it("one that does not answer is named, without a trace of the code", async () => {
    const { code, output } = await runToEnd(fromDist("workers/cron.js"), env(uriOf(1)));
    expect(code).to.equal(1);
    expect(output).to.match(/MONGODB_URI: connect ECONNREFUSED 127\.0\.0\.1:1/);
    expect(output).to.not.include("node_modules");
  });

  describe("over TLS", () => {
    const folder = mkdtempSync(join(tmpdir(), "shop-mongo-"));
    const [cert, key, both] = ["cert.pem", "key.pem", "both.pem"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    before(() => {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
      const [from, until] = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)];
      const about = { serial: "0123", commonName: "localhost", organization: "shop", from, until };
      writeFileSync(cert, selfSignedCertificate({ privateKey, ...about }));
      writeFileSync(key, privateKey.export({ type: "pkcs8", format: "pem" }));
      writeFileSync(both, readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
    });
    after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

    /** The store of this run behind a door that has TLS, and asks for a certificate where it is told to. */
    async function secured(requestCert: boolean): Promise<number> {
      const [ours, ourKey] = [readFileSync(cert), readFileSync(key)];
      return listen(
        createTlsServer(
          { cert: ours, key: ourKey, ca: [ours], requestCert, rejectUnauthorized: requestCert },
          (socket) => {
            const behind = connect(Number(own.port), "127.0.0.1");
            socket.pipe(behind).pipe(socket);
            socket.on("error", () => behind.destroy()).on("close", () => behind.destroy());
            behind.on("error", () => socket.destroy());
          },
        ),
      );
    }
    const over = (port: number, options: string): string =>
      `mongodb://localhost:${port}${own.pathname}?directConnection=true&tls=true${options}`;

    it("is trusted by its authority; a process that does not know it says so and ends", async () => {
      const port = await secured(false);
      expect((await examined(over(port, `&tlsCAFile=${cert}`))).faults).to.deep.equal([]);
      const { code, output } = await runToEnd(fromDist("workers/cron.js"), env(over(port, "")));
      expect(code).to.equal(1);
      expect(output).to.match(/MONGODB_URI: .*(self-signed|certificate)/);
    });

    it("gets our certificate where it asks for one", async () => {
      const port = await secured(true);
      const known = `&tlsCAFile=${cert}`;
      expect((await examined(over(port, `${known}&tlsCertificateKeyFile=${both}`))).faults).to.deep.equal([]);
      const refused = await examined(over(port, known)).catch((error: Error) => error);
      expect(refused).to.be.instanceOf(Error);
    });
  });
});
