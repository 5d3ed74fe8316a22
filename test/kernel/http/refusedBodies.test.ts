import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { buildMember } from "#test/factories/member.js";
import { startService } from "#test/support/service.js";

const APP = "/app-api/infra/file/upload";
const KIB = 1024;
const MIB = 1024 * KIB;
/** How many of each kind; more of them by hand. */
const EACH = Number(process.env["REFUSED_UPLOADS"] ?? 12);
const sizes = Array.from({ length: EACH }, (_, at) => Math.round(200 * KIB + (at * (20 * MIB - 200 * KIB)) / EACH));

/** Sends bodies of these sizes, two at a time, and answers each one's status, or why there was none. */
const client = `
  const { parentPort, workerData: { url, sizes, headers } } = require("node:worker_threads");
  const answers = [];
  const head = '--b\\r\\ncontent-disposition: form-data; name="file"; filename="a.png"\\r\\ncontent-type: image/png\\r\\n\\r\\n';
  const send = async (at) => {
    const body = new Uint8Array(sizes[at]);
    body.set(Buffer.from(head));
    try {
      const reply = await fetch(url, { method: "POST", headers, body });
      await reply.text();
      answers[at] = reply.status;
    } catch (error) {
      answers[at] = String(error.cause?.code ?? error.cause ?? error);
    }
  };
  (async () => {
    for (let at = 0; at < sizes.length; at += 2) await Promise.all([send(at), at + 1 < sizes.length && send(at + 1)]);
    parentPort.postMessage(answers);
  })();
`;

describe("a client whose body is refused reads why, however much of it is still to come:", () => {
  let url: string;
  let token: string;
  before(async () => {
    ({ url } = await startService());
    token = (await buildMember()).token;
  });

  /** In a thread of its own: two that take turns would never meet in the middle of a body. */
  const answersOf = (path: string, headers: Record<string, string>): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(client, { eval: true, execArgv: [], workerData: { url: url + path, sizes, headers } });
      worker.once("message", resolve);
      worker.once("error", reject);
    });
  const all = (status: number): number[] => sizes.map(() => status);
  const form = { "content-type": "multipart/form-data; boundary=b" };
  const json = { "content-type": "application/json" };
  const signedIn = () => ({ authorization: `Bearer ${token}` });

  it("a picture or a video with a bad token", async () => {
    const bad = { ...form, authorization: "Bearer bad" };
    expect(await answersOf(APP, bad)).to.deep.equal(all(401));
    expect(await answersOf("/app-api/cloudvod/vod/uploadVodFile", bad)).to.deep.equal(all(401));
  });

  it("a picture of a client that wants the connection closed", async () => {
    // By hand: fetch() keeps its connections.
    const outcome = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      let seen = "";
      socket.setEncoding("utf8").on("data", (text) => (seen += text));
      socket.on("error", reject).on("close", () => resolve(seen));
      const head = [
        `POST ${APP} HTTP/1.1`,
        "host: shop",
        "connection: close",
        "content-type: multipart/form-data; boundary=b",
        `content-length: ${8 * MIB}`,
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      // The rest only once the answer is there.
      socket.once("data", () => socket.write(Buffer.alloc(8 * MIB)));
    });
    expect(outcome).to.match(/ 401 [^]*connection: close/i);
    expect(outcome.trimEnd().endsWith("}")).to.equal(true);
  });

  it("but who sends without an end is cut off", async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const sent = await new Promise<number>((resolve) => {
      const part = Buffer.alloc(MIB);
      socket.on("error", () => undefined).on("close", () => resolve(socket.bytesWritten));
      socket.write(`POST ${APP} HTTP/1.1\r\nhost: shop\r\ncontent-length: ${1024 * MIB}\r\n\r\n`);
      // Not after an error: the stream hands what is written then to its own loop over what is left, for ever.
      const send = (error?: Error | null): void => {
        if (!error && !socket.destroyed) socket.write(part, send);
      };
      send();
    });
    expect(sent).to.be.within(32 * MIB, 200 * MIB);
  });

  it("a picture that is too large, or is none", async () => {
    const limit = 5 * MIB;
    const wanted = sizes.map((size) => (size > limit + 128 * KIB ? 413 : 400));
    expect(await answersOf(APP, { ...signedIn(), ...form })).to.deep.equal(wanted);
    expect(await answersOf(APP, { ...signedIn(), ...json })).to.deep.equal(all(415));
  });

  it("JSON that is too large or none, a callback that is too large, a path that is not there", async () => {
    const wanted = sizes.map((size) => (size > MIB ? 413 : 400));
    expect(await answersOf("/app-api/member/auth/login", json)).to.deep.equal(wanted);
    expect(await answersOf("/callback/express", json)).to.deep.equal(all(413));
    expect(await answersOf("/app-api/nowhere", json)).to.deep.equal(all(404));
  });
});
