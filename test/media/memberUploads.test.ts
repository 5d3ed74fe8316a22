import { expect } from "chai";
import sharp from "sharp";
import { MemberPictureModel } from "#shared/domains/media/memberPicture.model.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { putObject } from "#shared/kernel/storage/storage.js";
import { buildMember } from "#test/factories/member.js";
import { startService } from "#test/support/service.js";
import { bytesAt, canvas, read, small, upload, uploaded } from "./uploadAsMember.js";

/** As a phone takes one: on its side, with the place, the camera and a comment. */
const photo = (): Promise<Buffer> =>
  canvas(40, 20)
    .jpeg()
    .withExif({
      IFD0: { Make: "Secret-Camera", ImageDescription: "kitchen" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "30/1 16/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "120/1 9/1 0/1" },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    )
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** `frames` frames of different colours. */
async function moving(frames: number, format: "gif" | "webp"): Promise<Buffer> {
  const [width, height] = [10, 10];
  const raw = Buffer.alloc(width * height * frames * 3);
  for (let at = 0; at < raw.length; at++) raw[at] = Math.floor(at / (width * height * 3)) * 60 + (at % 3) * 20;
  const picture = sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
  return format === "gif" ? picture.gif().toBuffer() : picture.webp({ lossless: true }).toBuffer();
}

describe("what a member uploads", () => {
  before(startService);
  const { UPLOAD_MEMBER_BYTES_PER_DAY } = config;
  afterEach(() => {
    heldClock.release();
    config.UPLOAD_MEMBER_BYTES_PER_DAY = UPLOAD_MEMBER_BYTES_PER_DAY;
  });

  it("loses the place, the camera and every comment, and stands upright", async () => {
    const given = await photo();
    expect((await sharp(given).metadata()).exif!.includes("Secret-Camera")).to.equal(true);
    const key = await uploaded(await buildMember(), given);
    const stored = await bytesAt(key);
    const { exif, xmp, iptc, orientation, width, height, format } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, orientation, width, height, format }).to.deep.equal({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      orientation: undefined,
      width: 20,
      height: 40,
      format: "jpeg",
    });
    expect(stored.includes("Secret-Camera")).to.equal(false);
  });

  it("carries nothing behind its end", async () => {
    const key = await uploaded(await buildMember(), Buffer.concat([await small(), Buffer.from("<script>1</script>")]));
    expect((await bytesAt(key)).includes("script")).to.equal(false);
  });

  for (const format of ["gif", "webp"] as const)
    it(`keeps its frames as ${format}`, async () => {
      const given = await moving(4, format);
      expect((await sharp(given, { animated: true }).metadata()).pages).to.equal(4);
      const key = await uploaded(await buildMember(), given);
      const { pages, format: stored } = await sharp(await bytesAt(key), { animated: true }).metadata();
      expect([pages, stored]).to.deep.equal([4, format]);
    });

  it("is refused when it unpacks to more than 50 megapixels, in both languages, without being unpacked", async () => {
    const owner = await buildMember();
    const bomb = await canvas(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).to.be.lessThan(1024 * 1024);
    for (const [language, words] of [
      ["en", /^file: must have at most 50 megapixels$/],
      ["zh", /^file：不能超过 50 百万像素$/],
    ] as const) {
      const reply = await upload(owner, bomb, { "accept-language": language });
      expect([reply.status, reply.data]).to.deep.equal([400, null]);
      expect(reply.msg).to.match(words);
    }
    const cut = (await photo()).subarray(0, 300);
    expect((await upload(owner, cut)).status).to.equal(400);
    expect(await MemberPictureModel.countDocuments({ memberId: owner.member._id })).to.equal(0);
  });

  it("is at most so many bytes a day, however many come at once; the next day begins anew", async () => {
    // Noon in Asia/Shanghai, so that no midnight comes between.
    heldClock.hold(Math.ceil(Date.now() / days(1)) * days(1) + hours(4));
    const bytes = await small();
    config.UPLOAD_MEMBER_BYTES_PER_DAY = bytes.length * 3;
    const { token, member } = await buildMember();
    const replies = await Promise.all(Array.from({ length: 12 }, () => upload({ token }, bytes)));
    expect(replies.filter(({ code }) => code === 0)).to.have.length(3);
    expect(replies.filter(({ code }) => code === 1001003005)).to.have.length(9);
    expect((await upload({ token }, bytes, { "accept-language": "zh" })).msg).to.match(/^每日上传图片总量/);
    expect((await upload(await buildMember(), bytes)).code, "each member has a day of their own").to.equal(0);
    heldClock.advance(hours(13));
    expect((await upload({ token: (await signInMember(member._id)).accessToken }, bytes)).code).to.equal(0);
  });

  it("counts nothing of what was refused", async () => {
    const owner = await buildMember();
    const bytes = await small();
    config.UPLOAD_MEMBER_BYTES_PER_DAY = bytes.length;
    for (let times = 0; times < 3; times++)
      expect((await upload(owner, Buffer.alloc(bytes.length, 1))).status).to.equal(400);
    await uploaded(owner, bytes);
    expect((await upload(owner, bytes)).code).to.equal(1001003005);
    expect((await upload(await buildMember(), Buffer.concat([bytes, bytes]))).code).to.equal(1001003005);
  });
});

describe("/media", () => {
  it("answers what is drawn or played alone, as a page that may do nothing", async () => {
    const key = await uploaded(await buildMember());
    const seen = await read(key);
    await seen.arrayBuffer();
    expect(seen.headers.get("content-security-policy")).to.equal("sandbox");
    expect(seen.headers.get("x-content-type-options")).to.equal("nosniff");
    const { url } = await startService();
    for (const type of ["text/html", "image/svg+xml", "application/javascript", "application/pdf", "text/xml"]) {
      await putObject("public/test/page", Buffer.from("<script>1</script>"), type);
      for (const method of ["GET", "HEAD"]) {
        const reply = await fetch(`${url}/media/public/test/page`, { method, headers: { range: "bytes=0-3" } });
        expect(reply.status, type).to.equal(404);
        expect(await reply.text()).not.to.include("script");
      }
    }
  });
});
