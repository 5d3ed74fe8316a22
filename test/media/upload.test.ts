import { readdirSync, watch } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { expect } from "chai";
import sharp from "sharp";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";

const ADMIN = "/admin-api/infra/file/upload";
const APP = "/app-api/infra/file/upload";
const MIB = 1024 * 1024;

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const padded = (size: number): Buffer => Buffer.concat([png, Buffer.alloc(size - png.length)]);

interface Answer {
  status: number;
  code: number;
  data: string | null;
  msg: string;
}
type Parts = [name: string, value: string | Buffer][];

async function upload(path: string, token: string | undefined, parts: Parts): Promise<Answer> {
  const { url } = await startService();
  const form = new FormData();
  for (const [name, value] of parts)
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: "image/png" }), "../../x.php");
  const response = await fetch(url + path, {
    method: "POST",
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: form,
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("shop-upload-"));

describe("picture upload", () => {
  let token: string;
  let memberToken: string;
  before(async () => {
    token = (await buildOperator(["infra:file:upload"])).token;
    memberToken = (await buildMember()).token;
  });
  afterEach("nothing stays in the temporary folder", () => expect(leftovers()).to.deep.equal([]));

  const read = async (address: string): Promise<Response> => {
    expect(address.startsWith(`${config.MEDIA_BASE_URL}/public/`), address).to.equal(true);
    const { url } = await startService();
    return fetch(`${url}/media/${address.slice(config.MEDIA_BASE_URL.length + 1)}`);
  };

  it("an operator's picture can be seen under an address that nobody guesses", async () => {
    const reply = await upload(ADMIN, token, [
      ["directory", "product/2026"],
      ["file", png],
    ]);
    expect([reply.status, reply.code, reply.msg]).to.deep.equal([200, 0, ""]);
    expect(reply.data).to.match(/\/public\/product\/2026\/[0-9a-f-]{36}\.png$/);
    const seen = await read(reply.data!);
    expect([seen.status, seen.headers.get("content-type")]).to.deep.equal([200, "image/png"]);
    expect(
      await sharp(await seen.arrayBuffer())
        .raw()
        .toBuffer(),
    ).to.deep.equal(await sharp(png).raw().toBuffer());
    const key = reply.data!.slice(reply.data!.indexOf("public/"));
    const [row] = await OperationLogModel.find({ bizId: key }).lean();
    expect(row).to.include({ module: "infra", action: "file.upload" });
  });

  it("a member's picture, too; what it is its bytes say, not its name", async () => {
    const reply = await upload(APP, memberToken, [["file", gif]]);
    expect(reply.code, reply.msg).to.equal(0);
    expect(reply.data).to.match(/\/public\/member\/[0-9a-f-]{36}\.gif$/);
    expect((await read(reply.data!)).headers.get("content-type")).to.equal("image/gif");
  });

  it("anything but a picture, or no file at all, is 400", async () => {
    for (const [parts, field] of [
      [[["file", svg]], "file"],
      [[["file", Buffer.from("%PDF-1.7\n")]], "file"],
      [[["file", Buffer.alloc(0)]], "file"],
      [[["file", "just text"]], "file"],
      [[["other", png]], "file"],
      [[["directory", "a"]], "file"],
      [
        [
          ["file", png],
          ["file", png],
        ],
        "file",
      ],
      [
        [
          ["directory", "../secrets"],
          ["file", png],
        ],
        "directory",
      ],
    ] as [Parts, string][]) {
      const reply = await upload(ADMIN, token, parts);
      expect([reply.status, reply.code, reply.data], reply.msg).to.deep.equal([400, 400, null]);
      expect(reply.msg.split(":")[0]).to.equal(field);
    }
  });

  it("16 MiB for operators and 5 MiB for members are the most: 413 beyond", async () => {
    expect((await upload(ADMIN, token, [["file", padded(16 * MIB)]])).status).to.equal(200);
    expect((await upload(APP, memberToken, [["file", padded(5 * MIB)]])).status).to.equal(200);
    for (const [path, bearer, size] of [
      [ADMIN, token, 16 * MIB + 1],
      [ADMIN, token, 24 * MIB],
      [APP, memberToken, 5 * MIB + 1],
    ] as const) {
      const reply = await upload(path, bearer, [["file", padded(size)]]);
      expect([reply.status, reply.code]).to.deep.equal([413, 413]);
    }
    expect(
      (
        await upload(ADMIN, token, [
          ["directory", "x".repeat(70 * 1024)],
          ["file", png],
        ])
      ).status,
    ).to.equal(413);
  });

  it("only with the right token and permission, and only as a form", async () => {
    const file: Parts = [["file", png]];
    expect((await upload(ADMIN, undefined, file)).status).to.equal(401);
    expect((await upload(ADMIN, memberToken, file)).status).to.equal(401);
    expect((await upload(ADMIN, (await buildOperator([])).token, file)).status).to.equal(403);
    expect((await upload(APP, undefined, file)).status).to.equal(401);
    expect((await upload(APP, token, file)).status).to.equal(401);
    const { url } = await startService();
    const reply = await fetch(url + ADMIN, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(reply.status).to.equal(415);
    for (const body of ["nonsense", "--b\r\nbroken"]) {
      const broken = await fetch(url + ADMIN, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
        body,
      });
      expect(broken.status).to.equal(400);
    }
  });

  it("an upload that is cut off, at whatever moment, leaves nothing and harms nobody", async () => {
    const { url } = await startService();
    const { port } = new URL(url);
    const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    for (let cut = 0; cut < 20; cut++) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(
        `POST ${ADMIN} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n${part}`,
      );
      socket.write(png);
      await leftoversAre(1);
      socket.destroy();
      await leftoversAre(0);
    }
    expect((await upload(ADMIN, token, [["file", png]])).status).to.equal(200);
  });
});

/** Woken by the file system when folders of uploads come and go. */
function leftoversAre(count: number): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(tmpdir(), { persistent: false }, look);
    function look(): void {
      if (leftovers().length !== count) return;
      watcher.close();
      resolve();
    }
    look();
  });
}
