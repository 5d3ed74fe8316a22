import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { storeVideo } from "#shared/domains/video/index.js";
import { config } from "#shared/kernel/config/config.js";
import { storage } from "#shared/kernel/storage/storage.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { expectNothingMore, longVideo, standing, upload, UPLOAD, type Standing } from "./support.js";

const MIB = 1024 * 1024;
const video = tinyVideo();
const picture = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("the limits of uploads; whatever goes wrong, nothing stays behind:", () => {
  let owner: BuiltMember;
  let found: Standing;
  before(async () => {
    owner = await buildMember();
  });
  beforeEach(async () => {
    found = await standing();
  });
  afterEach(() => expectNothingMore(found));
  after(() => runJobs());

  it("more than VOD_MAX_BYTES: at once by its length, else while it comes", async () => {
    expect(config.VOD_MAX_BYTES).to.equal(500 * MIB);
    const early = await announced({ "content-length": String(501 * MIB) });
    expect(early).to.equal(413);
    Object.assign(config, { VOD_MAX_BYTES: 8 * MIB });
    try {
      const fits = await upload(owner.token, [["uploadFile", longVideo(8 * MIB)]]);
      expect(fits.code, fits.msg).to.equal(200);
      found = await standing();
      const reply = await upload(owner.token, [["uploadFile", longVideo(8 * MIB + 1)]]);
      expect([reply.status, reply.code]).to.deep.equal([413, 413]);
      expect(reply.msg).to.contain("8 MiB");
      expect(await announced({ "transfer-encoding": "chunked" }, 12)).to.equal(413);
    } finally {
      Object.assign(config, { VOD_MAX_BYTES: 500 * MIB });
    }
  });

  /** Begins a form; sends `mebibytes` of a video and then waits for the answer. */
  async function announced(headers: Record<string, string>, mebibytes = 0): Promise<number> {
    const { url } = await startService();
    return new Promise((resolve, reject) => {
      const sent = request(url + UPLOAD, {
        method: "POST",
        headers: {
          authorization: `Bearer ${owner.token}`,
          "content-type": "multipart/form-data; boundary=b",
          ...headers,
        },
      });
      sent.on("response", (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on("error", reject);
      sent.write(`--b\r\ncontent-disposition: form-data; name="uploadFile"; filename="a.mp4"\r\n\r\n`);
      sent.write(video);
      for (let count = 0; count < mebibytes; count++) sent.write(Buffer.alloc(MIB));
    });
  }

  it("strangers and operators, before a byte of the body is there", async () => {
    const headers = { "content-length": "1000000" };
    const { token } = await buildOperator(["*"]);
    for (const bearer of [null, token, "nonsense"]) expect(await firstLineOf(headers, bearer)).to.contain(" 401 ");
    expect((await upload(undefined, [["uploadFile", video]])).status).to.equal(401);
  });

  /** Sends the head alone, and answers the first line of the reply. */
  async function firstLineOf(headers: Record<string, string>, token: string | null): Promise<string> {
    const socket = await begin(headers, token);
    return new Promise((resolve) => {
      socket.once("data", (data: Buffer) => {
        socket.destroy();
        resolve(data.toString().split("\r\n")[0] ?? "");
      });
    });
  }

  async function begin(headers: Record<string, string>, token: string | null = owner.token) {
    const { port } = new URL((await startService()).url);
    const socket = connect(Number(port), "127.0.0.1");
    const all = {
      host: "x",
      "content-type": "multipart/form-data; boundary=b",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
    socket.write(`POST ${UPLOAD} HTTP/1.1\r\n`);
    for (const [name, value] of Object.entries(all)) socket.write(`${name}: ${value}\r\n`);
    socket.write("\r\n");
    return socket;
  }
  const PART = `--b\r\ncontent-disposition: form-data; name="uploadFile"; filename="a.mp4"\r\n\r\n`;

  it("one that is cut off in its first part, or after some", async () => {
    for (const mebibytes of [0, 12]) {
      const socket = await begin({ "content-length": String(20 * MIB) });
      socket.write(PART);
      socket.write(video);
      await new Promise<void>((resolve) => {
        socket.write(Buffer.alloc(mebibytes * MIB), () => resolve());
      });
      socket.destroy();
      await eventually("nothing is left", async () => {
        await expectNothingMore(found);
        return true;
      });
    }
  });

  it("one that comes too slowly, by 400, and its place is free again", async () => {
    Object.assign(config, { UPLOAD_PATIENCE_SECONDS: 0.3 });
    try {
      const socket = await begin({ "content-length": String(20 * MIB) });
      socket.write(PART);
      socket.write(video);
      const answer = await new Promise<string>((resolve) => {
        socket.once("data", (data: Buffer) => resolve(data.toString()));
      });
      expect(answer).to.match(/^HTTP\/1\.1 400 .*comes too slowly/s);
      socket.destroy();
    } finally {
      Object.assign(config, { UPLOAD_PATIENCE_SECONDS: 30 });
    }
  });

  it("while the store is away: 503 in time", async () => {
    const { client } = await storage();
    const was = client.config.endpoint!;
    // Nobody listens there.
    client.config.endpoint = async () => ({ protocol: "http:", hostname: "127.0.0.1", port: 9, path: "/" });
    try {
      for (const bytes of [video, longVideo(12 * MIB)]) {
        const reply = await upload(owner.token, [["uploadFile", bytes]]);
        expect([reply.status, reply.code, reply.data]).to.deep.equal([503, 503, null]);
      }
    } finally {
      client.config.endpoint = was;
    }
  });

  it("a row that cannot be written takes its object along", async () => {
    async function* bytes(): AsyncGenerator<Buffer> {
      yield longVideo(7 * MIB);
    }
    const outcome = await storeVideo(Number.NaN, bytes()).then(
      () => "stored",
      () => "refused",
    );
    expect(outcome).to.equal("refused");
  });

  it("an upload is not cut by the time that other bodies have; those are", async () => {
    Object.assign(config, { BODY_SECONDS: 0.3 });
    try {
      const { port } = new URL((await startService()).url);
      const slow = connect(Number(port), "127.0.0.1");
      slow.write("POST /app-api/member/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n");
      slow.write('content-length: 100\r\n\r\n{"mobile":');
      const cut = new Promise<void>((resolve) => slow.once("close", () => resolve()));
      const socket = await begin({ "content-length": String(video.length + PART.length + 10) });
      socket.write(PART);
      socket.write(video.subarray(0, 100));
      await cut;
      const answer = new Promise<string>((resolve) => {
        socket.once("data", (data: Buffer) => resolve(data.toString()));
      });
      // The form's last delimiter is a wrong one: what counts is that it was read.
      socket.write(video.subarray(100));
      socket.write("\r\n--x-----");
      expect(await answer).to.match(/^HTTP\/1\.1 400 .*is cut off/s);
      socket.destroy();
    } finally {
      Object.assign(config, { BODY_SECONDS: 60 });
    }
  });

  it("the fourth at once of a member by 429, and beyond what the process takes by 503", async () => {
    // Whose places are all free: the server may not have seen yet that the socket of the test before is gone.
    owner = await buildMember();
    const held = new Set<Socket>();
    // A look takes a place for a moment, perhaps that of one which is still coming: that one begins again.
    const hold = async (): Promise<void> => {
      const socket = await begin({ "content-length": String(20 * MIB) });
      held.add(socket);
      for (const over of ["data", "error", "close"]) socket.once(over, () => held.delete(socket.destroy()));
      socket.write(PART);
      socket.write(video);
    };
    try {
      await eventually("three are under way", async () => {
        while (held.size < 3) await hold();
        return (await upload(owner.token, [["uploadFile", picture]])).status === 429 && held.size === 3;
      });
      Object.assign(config, { VOD_UPLOADS_AT_ONCE: 3 });
      const other = await buildMember();
      const busy = await upload(other.token, [["uploadFile", video]]);
      expect([busy.status, busy.code]).to.deep.equal([503, 503]);
    } finally {
      Object.assign(config, { VOD_UPLOADS_AT_ONCE: 16 });
      for (const socket of held) socket.destroy();
    }
    await eventually(
      "their places are free",
      async () => (await upload(owner.token, [["uploadFile", picture]])).status === 400,
    );
  });
});
