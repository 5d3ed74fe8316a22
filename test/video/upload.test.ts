import { expect } from "chai";
import { box, tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";
import { writesDuring } from "#test/support/writes.js";
import {
  expectNothingMore,
  longVideo,
  standing,
  storedBytes,
  upload,
  UPLOAD,
  type Part,
  type Standing,
} from "./support.js";

const MIB = 1024 * 1024;
const video = tinyVideo();
const webm = Buffer.concat([
  Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701", "hex"),
  Buffer.alloc(200, 7),
]);
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const letters = (text: string): Buffer => Buffer.from(text, "latin1");
const sized = (size: number, name: string, ...rest: Buffer[]): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(size);
  return Buffer.concat([head, letters(name), ...rest]);
};

describe("uploading a video", () => {
  let owner: BuiltMember;
  before(async () => {
    owner = await buildMember();
  });
  after(() => runJobs());

  it("stores the bytes as they came, answers where they play, and has the row and its job written together", async () => {
    let reply = {} as Awaited<ReturnType<typeof upload>>;
    const writes = await writesDuring(async () => {
      reply = await upload(owner.token, [["uploadFile", video]], { "x-request-id": "upload-1" });
    });
    const written = writes.filter(
      ({ collection, command }) => ["videos", "outbox"].includes(collection) && command !== "findAndModify",
    );
    expect(
      written.filter(({ collection }) => collection === "videos").every(({ inTransaction }) => inTransaction),
    ).to.equal(true);
    expect(written.some(({ collection, inTransaction }) => collection === "outbox" && inTransaction)).to.equal(true);
    expect([reply.status, reply.code, reply.msg]).to.deep.equal([200, 200, ""]);
    const { fileId, mediaUrl, ...rest } = reply.data;
    expect(rest).to.deep.equal({ coverUrl: "", header: null, skipSign: false, requestId: "upload-1" });
    expect(fileId).to.match(/^[0-9a-f]{32}$/);
    expect(mediaUrl).to.equal(`${config.MEDIA_BASE_URL}/public/video/${fileId}.mp4`);
    expect((await storedBytes(`public/video/${fileId}.mp4`))?.equals(video)).to.equal(true);
    const row = await VideoModel.findOne({ fileId }).lean();
    expect(row).to.include({ memberId: owner.member._id, size: video.length, contentType: "video/mp4" });
  });

  it("what it is its bytes say: mov and webm too, whatever the name and the claimed type", async () => {
    const mov = Buffer.concat([sized(20, "ftypqt  ", Buffer.alloc(4), letters("qt  ")), video.subarray(28)]);
    for (const [bytes, extension] of [
      [mov, "mov"],
      [webm, "webm"],
    ] as const) {
      const reply = await upload(owner.token, [["uploadFile", bytes, "x.exe"]]);
      expect([reply.code, reply.msg]).to.deep.equal([200, ""]);
      expect(reply.data.mediaUrl.endsWith(`.${extension}`)).to.equal(true);
    }
  });

  it("fields before and after the file are passed over", async () => {
    const reply = await upload(owner.token, [
      ["title", "Holidays"],
      ["uploadFile", video],
      ["tag", "x".repeat(30_000)],
    ]);
    expect([reply.code, reply.msg]).to.deep.equal([200, ""]);
  });

  it("a video of several parts comes out byte for byte", async () => {
    const bytes = Buffer.concat([
      video,
      box("mdat", Buffer.from(Array.from({ length: 3 * MIB }, (_, at) => (at * at) % 251)), Buffer.alloc(9 * MIB, 5)),
    ]);
    const reply = await upload(owner.token, [["uploadFile", bytes]]);
    expect(reply.code, reply.msg).to.equal(200);
    expect((await storedBytes(`public/video/${reply.data.fileId}.mp4`))?.equals(bytes)).to.equal(true);
  });

  describe("is refused, and nothing stays behind:", () => {
    let before: Standing;
    beforeEach(async () => {
      before = await standing();
    });
    afterEach(() => expectNothingMore(before));
    const refused = async (parts: Part[], field = "uploadFile"): Promise<void> => {
      const reply = await upload(owner.token, parts);
      expect([reply.status, reply.code, reply.data], reply.msg).to.deep.equal([400, 400, null]);
      expect(reply.msg.split(":")[0]).to.equal(field);
    };

    const noVideos: [string, Buffer][] = [
      ["0 bytes", Buffer.alloc(0)],
      ["a picture", png],
      ["a text", letters("just text, and a lot of it")],
      ["a page", letters("<!DOCTYPE html><html><script>alert(1)</script></html>")],
      ["a first box that reaches beyond the file", sized(9_999, "ftypisom", Buffer.alloc(40))],
      [
        "a page whose first letters pass for a size",
        letters("<!--ftypisom0000--><script>alert(1)</script>".padEnd(200)),
      ],
      ["a first box without room for its brand", sized(8, "ftyp", Buffer.alloc(40))],
      ["no ftyp first", Buffer.concat([box("free", Buffer.alloc(8)), video])],
      ["a sound", sized(24, "ftypM4A ", Buffer.alloc(4), letters("M4A isom"), Buffer.alloc(60))],
      [
        "a still picture of the same family",
        sized(24, "ftypheic", Buffer.alloc(4), letters("mif1heic"), Buffer.alloc(60)),
      ],
      ["a program in the brands", sized(32, "ftypisom", Buffer.alloc(4), letters("<?php eval();  "), Buffer.alloc(65))],
      [
        "a page behind the brands",
        Buffer.concat([video.subarray(0, 28), box("free", letters("<html><script>alert(1)</script>"))]),
      ],
      ["a document behind the brands", Buffer.concat([video.subarray(0, 28), box("free", letters("%PDF-1.7\n"))])],
      ["an archive at the end", Buffer.concat([video, letters("PK\x05\x06"), Buffer.alloc(18)])],
      ["a program with the ending of a video", Buffer.concat([letters("MZ"), Buffer.alloc(100)])],
    ];
    for (const [name, bytes] of noVideos) it(name, () => refused([["uploadFile", bytes]]));

    it("no file, one under another name, text of that name, more than one", async () => {
      await refused([["title", "x"]]);
      await refused([["file", video]]);
      await refused([["uploadFile", "text"]]);
      await refused([
        ["uploadFile", video],
        ["uploadFile", video],
      ]);
      await refused([
        ["uploadFile", longVideo(12 * MIB)],
        ["second", video],
      ]);
    });

    it("no form, a broken one, one without an end", async () => {
      const { url } = await startService();
      const send = async (contentType: string, body: string): Promise<number> => {
        const headers = { authorization: `Bearer ${owner.token}`, "content-type": contentType };
        return (await fetch(url + UPLOAD, { method: "POST", headers, body })).status;
      };
      expect(await send("application/json", "{}")).to.equal(415);
      expect(await send("multipart/form-data", "x")).to.equal(415);
      const form = "multipart/form-data; boundary=b";
      for (const body of [
        "",
        "nonsense",
        "--b\r\nbroken",
        "--b\r\n\r\nx\r\n--b--",
        "x".repeat(40_000),
        `--b\r\ncontent-disposition: form-data; name="uploadFile"; filename="a"\r\n\r\n${"x".repeat(9_000)}`,
      ])
        expect(await send(form, body), body.slice(0, 30)).to.equal(400);
    });
  });
});
