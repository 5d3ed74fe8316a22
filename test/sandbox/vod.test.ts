import { createHash, createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { startSandbox, startShop, stopSandbox, type Shop, type TestSandbox } from "./support.js";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

describe("sandbox: video provider", () => {
  let shop: Shop;
  let store: Server;
  let storeUrl: string;
  let sandbox: TestSandbox;
  const video = tinyVideo();
  before(async () => {
    shop = await startShop(() => 200);
    sandbox = await startSandbox({ shopUrl: new URL(shop.url).origin });
    store = createServer((request, response) => {
      const files: Record<string, Buffer> = {
        "/video.mp4": video,
        "/text.mp4": Buffer.from("this is no video at all"),
      };
      const file = files[request.url ?? ""];
      response.writeHead(file ? 200 : 404).end(file);
    });
    await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
    storeUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  });
  after(async () => {
    await stopSandbox(sandbox);
    await shop.close();
    await new Promise((resolve) => store.close(resolve));
  });

  /** A signed call, put together step by step as the provider's documentation does, apart from the sandbox's own code. */
  async function ask(action: string, body: object, change: { secretKey?: string; version?: string } = {}) {
    const { secretId, secretKey } = { ...sandbox.keys.vod, ...change };
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const date = new Date().toISOString().slice(0, 10);
    const payload = JSON.stringify(body);
    const type = "application/json; charset=utf-8";
    const host = new URL(sandbox.url).host;
    const canonical = `POST\n/\n\ncontent-type:${type}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n\ncontent-type;host;x-tc-action\n${sha256(payload)}`;
    const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${date}/vod/tc3_request\n${sha256(canonical)}`;
    const signature = hmac(hmac(hmac(hmac(`TC3${secretKey}`, date), "vod"), "tc3_request"), toSign).toString("hex");
    const response = await fetch(`${sandbox.env["VOD_BASE_URL"]}/`, {
      method: "POST",
      headers: {
        "Content-Type": type,
        "X-TC-Action": action,
        "X-TC-Version": change.version ?? "2018-07-17",
        "X-TC-Timestamp": timestamp,
        Authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${date}/vod/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${signature}`,
      },
      body: payload,
    });
    const { Response } = (await response.json()) as { Response: Record<string, any> };
    return { status: response.status, headers: response.headers, ...Response } as Record<string, any>;
  }
  const pull = (name: string, file = "/video.mp4") =>
    ask("PullUpload", {
      MediaUrl: storeUrl + file,
      MediaName: name,
      SessionId: `${name}-1`,
      SessionContext: `${name}-1`,
    });

  it("fetches what it is asked to, and calls back in its own form, signed", async () => {
    const { TaskId } = await pull("one");
    const [told] = await shop.got(1);
    const event = JSON.parse(told!.body) as Record<string, any>;
    expect(event["sign"]).to.equal(md5(`${sandbox.keys.vod.callbackKey}${event["t"]}`));
    const task = event["PullCompleteEvent"];
    expect(event["EventType"]).to.equal("PullComplete");
    expect(task).to.include({ TaskId, Status: "FINISH", ErrCode: 0, SessionContext: "one-1" });
    const media = await sandbox.control("GET", "/sandbox/vod/one");
    expect(media.body).to.include({ state: "ready", bytes: video.length, fileId: task.FileId });
    const detail = await ask("DescribeTaskDetail", { TaskId });
    expect(detail["PullUploadTask"]).to.deep.equal(task);
    const infos = await ask("DescribeMediaInfos", { FileIds: [task.FileId, "none"] });
    expect([infos["MediaInfoSet"][0].FileId, infos["NotExistFileIdSet"]]).to.deep.equal([task.FileId, ["none"]]);
    expect((await ask("DeleteMedia", { FileId: task.FileId }))["Error"]).to.equal(undefined);
    expect((await ask("DeleteMedia", { FileId: task.FileId }))["Error"].Code).to.equal("InvalidParameterValue.FileId");
  });

  it("takes a session once, and lists its task", async () => {
    const { TaskId } = await pull("two");
    expect((await pull("two"))["Error"].Code).to.equal("InvalidParameterValue.SessionId");
    const lists = await Promise.all(
      ["FINISH", "PROCESSING"].map((Status) => ask("DescribeTasks", { Status, Limit: 100 })),
    );
    const found = lists.flatMap((list) => list["TaskSet"]).find(({ SessionId }) => SessionId === "two-1");
    expect(found.TaskId).to.equal(TaskId);
  });

  it("what is no video, or not there, it reports as a broken source", async () => {
    for (const [name, file] of [
      ["three", "/text.mp4"],
      ["four", "/none.mp4"],
    ] as const) {
      const before = shop.received.length;
      await pull(name, file);
      const told = JSON.parse((await shop.got(before + 1)).at(-1)!.body) as Record<string, any>;
      expect(told["PullCompleteEvent"]).to.include({ ErrCode: 60_000, FileId: "" });
    }
  });

  it("refuses wrong signatures, versions and actions with HTTP 200, and too many calls with 429", async () => {
    const codeOf = async (...call: Parameters<typeof ask>): Promise<string> => (await ask(...call))["Error"].Code;
    expect(await codeOf("DescribeTasks", {}, { secretKey: "other" })).to.equal("AuthFailure.SignatureFailure");
    expect(await codeOf("DescribeTasks", {}, { version: "2017-01-01" })).to.equal("NoSuchVersion");
    expect(await codeOf("constructor", {})).to.equal("InvalidAction");
    expect(await codeOf("PullUpload", { MediaUrl: 5 })).to.equal("InvalidParameter");
    expect(await codeOf("DescribeTaskDetail", { TaskId: "none" })).to.equal("ResourceNotFound");
    await sandbox.control("PUT", "/sandbox/faults", { platform: "vod", mode: "tooMany", delayMs: 3_000 });
    const busy = await ask("DescribeTasks", {});
    expect([busy["status"], busy["headers"].get("retry-after")]).to.deep.equal([429, "3"]);
    expect((await ask("DescribeTasks", {}))["Error"]).to.equal(undefined);
  });

  it("reports covers, by either side's name, also of a video that it never had; forged ones do not verify", async () => {
    await pull("five");
    const before = shop.received.length;
    const own = await sandbox.control("POST", "/sandbox/vod/never/cover");
    expect(own.body["coverUrl"]).to.equal(`${sandbox.url}/sandbox/vod/never/cover`);
    const picture = await fetch(own.body["coverUrl"] as string);
    expect(picture.headers.get("content-type")).to.match(/^image\/svg/);
    await sandbox.control("POST", "/sandbox/vod/five/cover", {
      coverUrl: "https://x.example.com/c.jpg",
      badSignature: true,
    });
    const events = shop.received.slice(before).map(({ body }) => JSON.parse(body) as Record<string, any>);
    const covers = events.filter(({ EventType }) => EventType === "ProcedureStateChanged");
    expect(covers.map(({ ProcedureStateChangeEvent: one }) => one.SessionContext)).to.deep.equal(["never", "five-1"]);
    const forged = covers[1]!;
    expect(forged["sign"]).not.to.equal(md5(`${sandbox.keys.vod.callbackKey}${forged["t"]}`));
  });

  it("the page shows videos with a button for their cover", async () => {
    const drawn = (await sandbox.control<Record<string, string>>("GET", "/sandbox/page")).body["videos"] ?? "";
    expect(drawn).to.contain('data-path="/sandbox/vod/two/cover"');
  });
});
