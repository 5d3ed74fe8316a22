import type { ServerResponse } from "node:http";
import { createServer as createNetServer } from "node:net";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { payAppWithSecret, rotatePayAppSecret } from "#shared/domains/pay/index.js";
import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { heldClock, hours } from "#shared/kernel/time/clock.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { closeReceivers, forgetReceivers, hostRow, listen, receiver, tell } from "./receivers.js";

describe("receivers of a notifyUrl", () => {
  before(async () => {
    await startService();
    await ensurePayApps();
  });
  afterEach(forgetReceivers);
  after(closeReceivers);

  it("get a POST of JSON that their library verifies, and any 2xx ends it", async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      const merchant = await receiver((response) => response.writeHead(status).end());
      const { task, made } = await tell(merchant.url);
      expect(task).to.include({ status: 10, tries: 1, lastStatus: status, nextTryAt: null });
      expect(made).to.include({ tryNumber: 1, status, body: "" });
      const [hit] = merchant.hits;
      expect(hit!.method).to.equal("POST");
      expect(hit!.headers["content-type"]).to.equal("application/json");
      const { secret } = await payAppWithSecret(1);
      const headers = hit!.headers as Record<string, string>;
      expect(new Webhook(secret).verify(hit!.body, headers)).to.include({ id: `msg_${task._id}` });
      expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1_000)).to.be.lessThan(5);
    }
  });

  it("may verify with the old secret for 24 h after it was rotated", async () => {
    heldClock.hold();
    const old = (await payAppWithSecret(1)).secret;
    await rotatePayAppSecret(1);
    const { secret } = await payAppWithSecret(1);
    const merchant = await receiver((response) => response.writeHead(200).end());
    await tell(merchant.url);
    heldClock.advance(hours(24) + 1_000);
    await tell(merchant.url);
    const [first, later] = merchant.hits.map(({ body, headers }) => ({
      verifiedBy: (key: string) => () => new Webhook(key).verify(body, headers as Record<string, string>),
      signatures: String(headers["webhook-signature"]).split(" ").length,
    }));
    expect(first!.signatures).to.equal(2);
    expect(first!.verifiedBy(old)).to.not.throw();
    expect(first!.verifiedBy(secret)).to.not.throw();
    expect(later!.signatures).to.equal(1);
    expect(later!.verifiedBy(old)).to.throw();
    expect(later!.verifiedBy(secret)).to.not.throw();
  });

  it("that answer 500, 400, 301 or 308 are tried again, a redirect is not followed", async () => {
    const elsewhere = await receiver((response) => response.writeHead(200).end());
    for (const status of [500, 503, 400, 404, 301, 302, 307, 308]) {
      const merchant = await receiver((response) =>
        response.writeHead(status, { location: elsewhere.url }).end(`why ${status}`),
      );
      const { task, made } = await tell(merchant.url);
      expect(task, String(status)).to.include({ status: 0, tries: 1, lastStatus: status });
      expect(made, String(status)).to.include({ status, body: `why ${status}` });
      expect((task.nextTryAt!.getTime() - task.lastTryAt!.getTime()) / 1_000).to.be.within(15, 16);
    }
    expect(elsewhere.hits).to.have.length(0);
  });

  it("that answer 410 are never told again, unless an operator wants it", async () => {
    const merchant = await receiver((response) => response.writeHead(410, { "retry-after": "5" }).end("gone"));
    const { task } = await tell(merchant.url);
    expect(task).to.include({ status: 20, tries: 1, lastStatus: 410, nextTryAt: null });
    heldClock.advance(hours(48));
    await runJobs();
    expect(merchant.hits).to.have.length(1);
    expect(await hostRow(merchant.url)).to.include({ failures: 0, pausedUntil: null });
  });

  it("that say when to come again are obeyed: seconds or a date, never sooner than the ladder, at most a day", async () => {
    heldClock.hold(Math.floor(Date.now() / 1_000) * 1_000);
    const waits: [() => string, number, number][] = [
      [() => "120", 120, 120],
      [() => "1", 15, 16],
      [() => "junk", 15, 16],
      [() => "-5", 15, 16],
      [() => "999999999", 86_400, 86_400],
      // As of the answer, however long the ones before took.
      [() => new Date(Date.now() + 300_000).toUTCString(), 297, 301],
      [() => new Date(Date.now() - 300_000).toUTCString(), 15, 16],
    ];
    for (const status of [429, 503])
      for (const [headerOf, least, most] of waits) {
        let header = "";
        const merchant = await receiver((response) => {
          header = headerOf();
          response.writeHead(status, { "retry-after": header }).end();
        });
        const { task } = await tell(merchant.url);
        const waitSeconds = (task.nextTryAt!.getTime() - task.lastTryAt!.getTime()) / 1_000;
        expect(waitSeconds, `${status} ${header}`).to.be.within(least, most);
      }
  });

  it("that reset the connection, refuse it or speak something else are tried again, and the log says why", async () => {
    const reset = await listen(createNetServer((socket) => socket.once("data", () => socket.resetAndDestroy())));
    const babbling = await listen(createNetServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")));
    const hangsUp = await listen(createNetServer((socket) => socket.once("data", () => socket.end())));
    for (const url of [reset.url, babbling.url, hangsUp.url, "http://127.0.0.1:9/nobody"]) {
      const { task, made } = await tell(url);
      expect(task, url).to.include({ status: 0, tries: 1, lastStatus: null });
      expect(made.status, url).to.equal(null);
      expect(made.body, url).to.match(/^merchant: ./);
      expect(await hostRow(url), url).to.include({ failures: 1 });
    }
  });

  it("that answer nothing, drip a byte a second or never end their headers are given up after 10 s", async function () {
    const silent = await receiver(() => undefined);
    const drip = (response: ServerResponse): void => {
      const timer = setInterval(() => response.write("."), 1_000);
      response.on("close", () => clearInterval(timer));
    };
    const dripping = await receiver((response) => drip(response.writeHead(500)));
    const drippingWell = await receiver((response) => drip(response.writeHead(200)));
    const headers = await listen(
      createNetServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const timer = setInterval(() => socket.write("x-more: 1\r\n"), 1_000);
        socket.on("close", () => clearInterval(timer));
      }),
    );
    const all = [silent, dripping, drippingWell, headers];
    for (const { task, made } of await Promise.all(all.map(({ url }) => tell(url)))) {
      expect(task).to.include({ status: 0, tries: 1, lastStatus: null });
      expect(made.ms).to.be.within(9_900, 12_000);
      expect(made.body).to.contain("10000 ms");
    }
    for (const { url } of all) expect((await hostRow(url))!.slots).to.deep.equal([]);
    await Promise.all(
      [silent, dripping, drippingWell].map(async ({ open }) => {
        for (const socket of open) if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
      }),
    );
  });

  it("that send a gigabyte are read for 64 KiB and hung up on; the log keeps the first KiB", async function () {
    const GIGABYTE = 2 ** 30;
    const part = Buffer.alloc(256 * 1_024, "A");
    const flood = (status: number) =>
      receiver((response) => {
        response.writeHead(status, { "content-length": GIGABYTE });
        let left = GIGABYTE;
        const pour = (): void => {
          while (left > 0) {
            left -= part.length;
            if (!response.write(part)) return void response.once("drain", pour);
          }
          response.end();
        };
        pour();
      });
    for (const [status, ended] of [
      [200, 10],
      [500, 0],
    ] as const) {
      const merchant = await flood(status);
      const { task, made } = await tell(merchant.url);
      expect(task).to.include({ status: ended, lastStatus: status });
      expect(made.body).to.equal("A".repeat(1_024));
      expect(made.ms).to.be.lessThan(5_000);
      for (const socket of merchant.open)
        if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
      // What the kernels' buffers took on the way, too.
      expect(merchant.sent()).to.be.lessThan(32 * 2 ** 20);
    }
  });
});
