import { request } from "node:http";
import { expect } from "chai";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { buildVideo } from "#test/factories/video.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { calledBack } from "./support.js";

describe("playing a stored video", () => {
  const whole = tinyVideo(3);
  let key: string;
  before(async () => {
    await calledBack();
    key = (await buildVideo({ bytes: whole })).video.objectKey!;
  });
  after(() => runJobs());

  const play = async (headers: Record<string, string> = {}, method = "GET"): Promise<Response> => {
    const { url } = await startService();
    return fetch(`${url}/media/${key}`, { method, headers });
  };
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

  it("whole, as a video and nothing else", async () => {
    const reply = await play();
    expect(reply.status).to.equal(200);
    expect(Object.fromEntries(reply.headers)).to.include({
      "content-type": "video/mp4",
      "content-length": String(whole.length),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    });
    expect((await bytesOf(reply)).equals(whole)).to.equal(true);
  });

  it("in ranges, as players ask for them (206)", async () => {
    for (const [range, from, to] of [
      ["bytes=0-0", 0, 0],
      ["bytes=100-199", 100, 199],
      ["bytes=6000-", 6_000, whole.length - 1],
      ["bytes=-10", whole.length - 10, whole.length - 1],
      ["bytes=100-9999999", 100, whole.length - 1],
    ] as const) {
      const reply = await play({ range });
      expect(reply.status, range).to.equal(206);
      expect(reply.headers.get("content-range")).to.equal(`bytes ${from}-${to}/${whole.length}`);
      expect(reply.headers.get("content-length")).to.equal(String(to - from + 1));
      expect((await bytesOf(reply)).equals(whole.subarray(from, to + 1)), range).to.equal(true);
    }
  });

  it("a range outside it is 416 with its length; a strange one is no range", async () => {
    const outside = await play({ range: `bytes=${whole.length}-` });
    expect([outside.status, outside.headers.get("content-range")]).to.deep.equal([416, `bytes */${whole.length}`]);
    for (const range of ["bytes=0-1,5-6", "bytes=x-1", "bytes=-", "lines=1-2", "bytes=1- 2"]) {
      const reply = await play({ range });
      expect(reply.status, range).to.equal(200);
      expect((await bytesOf(reply)).length).to.equal(whole.length);
    }
  });

  it("a range holds only for the version that it was asked of (If-Range)", async () => {
    const etag = (await play()).headers.get("etag")!;
    expect((await play({ range: "bytes=0-9", "if-range": etag })).status).to.equal(206);
    expect((await play({ range: "bytes=0-9", "if-range": '"another"' })).status).to.equal(200);
  });

  it("is not sent to who has it (304): by its ETag, also a weak one, among several, with a range, and by HEAD", async () => {
    const etag = (await play()).headers.get("etag")!;
    for (const known of [etag, `W/${etag}`, `"another", ${etag}`, "*"])
      for (const [headers, method] of [
        [{}, "GET"],
        [{ range: "bytes=0-9" }, "GET"],
        [{}, "HEAD"],
      ] as const) {
        const reply = await play({ ...headers, "if-none-match": known }, method);
        expect(reply.status, `${method} ${known}`).to.equal(304);
        expect(reply.headers.get("etag")).to.equal(etag);
        expect(reply.headers.get("cache-control")).to.equal("public, max-age=86400");
        expect((await bytesOf(reply)).length).to.equal(0);
      }
    expect((await play({ "if-none-match": '"another"' })).status).to.equal(200);
    expect((await play({ "if-none-match": '"another"', range: "bytes=0-9" })).status).to.equal(206);
    const { url } = await startService();
    const none = await fetch(`${url}/media/public/video/none.mp4`, { headers: { "if-none-match": "*" } });
    expect(none.status).to.equal(404);
  });

  it("HEAD tells of it without its bytes; what is not there is 404", async () => {
    const head = await play({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.headers.get("content-type")]).to.deep.equal([
      200,
      String(whole.length),
      "video/mp4",
    ]);
    const { url } = await startService();
    for (const method of ["GET", "HEAD"]) {
      const reply = await fetch(`${url}/media/public/video/none.mp4`, { method, headers: { range: "bytes=0-9" } });
      expect(reply.status).to.equal(404);
    }
  });

  it("a player that leaves in the middle harms nobody", async () => {
    const { url } = await startService();
    await new Promise<void>((resolve, reject) => {
      const asked = request(`${url}/media/${key}`, (response) => {
        response.once("data", () => {
          asked.destroy();
          resolve();
        });
      });
      asked.on("error", reject);
      asked.end();
    });
    expect((await play()).status).to.equal(200);
  });
});
