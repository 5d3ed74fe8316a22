import { createHash } from "node:crypto";
import { expect } from "chai";
import { startSandbox, startShop, stopSandbox, type Shop, type TestSandbox } from "./support.js";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

describe("sandbox: live streams", () => {
  let shop: Shop;
  let sandbox: TestSandbox;
  before(async () => {
    shop = await startShop(() => '{"code":0}');
    sandbox = await startSandbox({ shopUrl: new URL(shop.url).origin });
  });
  after(async () => {
    await stopSandbox(sandbox);
    await shop.close();
  });
  const received = (): Record<string, any>[] => shop.received.map(({ body }) => JSON.parse(body));

  it("notifies the shop of start, end and recording, in the provider's form and signed", async () => {
    const started = await sandbox.control("POST", "/sandbox/live/room1/start", {});
    expect(started.body).to.include({ streamName: "room1", endedAt: null });
    await sandbox.control("POST", "/sandbox/live/room1/end", { record: { duration: 60, fileSize: 9 } });
    const [start, end, file] = received();
    expect([start!["event_type"], end!["event_type"], file!["event_type"]]).to.deep.equal([1, 0, 100]);
    expect(end!["sequence"]).to.equal(start!["sequence"]);
    expect(file).to.include({ stream_id: "room1", duration: 60, file_size: 9, file_format: "mp4" });
    for (const event of received()) {
      expect(event["stream_id"]).to.equal("room1");
      expect(event["sign"]).to.equal(md5(`${sandbox.keys.live.callbackKey}${event["t"]}`));
      expect(event["t"] * 1_000).to.be.greaterThan(Date.now());
    }
  });

  it("ends also what it never heard of, without a recording unless asked", async () => {
    const before = shop.received.length;
    await sandbox.control("POST", "/sandbox/live/room2/end");
    expect(
      received()
        .slice(before)
        .map((event) => event["event_type"]),
    ).to.deep.equal([0]);
  });

  it("a forged callback has a signature that does not hold", async () => {
    const before = shop.received.length;
    await sandbox.control("POST", "/sandbox/live/room3/start", { badSignature: true, times: 2 });
    const forged = received().slice(before);
    expect(forged).to.have.length(2);
    for (const event of forged)
      expect(event["sign"]).not.to.equal(md5(`${sandbox.keys.live.callbackKey}${event["t"]}`));
  });

  it("bad input is named, and faults know the provider", async () => {
    const bad = await sandbox.control("POST", "/sandbox/live/room4/end", { record: "yes" });
    expect([bad.status, bad.body["field"]]).to.deep.equal([400, "record"]);
    const fault = { platform: "live", mode: "error", count: 1 };
    expect((await sandbox.control("PUT", "/sandbox/faults", fault)).status).to.equal(200);
    await sandbox.control("DELETE", "/sandbox/faults");
  });

  it("the page plays the host", async () => {
    const drawn = async (): Promise<string> =>
      (await sandbox.control<Record<string, string>>("GET", "/sandbox/page")).body["streams"] ?? "";
    await sandbox.control("POST", "/sandbox/live/room5/start", {});
    expect(await drawn()).to.contain('data-path="/sandbox/live/room5/end"');
    await sandbox.control("POST", "/sandbox/live/room5/end", {});
    expect(await drawn()).to.contain('data-path="/sandbox/live/room5/start"');
    expect(await (await fetch(sandbox.url)).text()).to.contain('<form id="stream">');
  });
});
