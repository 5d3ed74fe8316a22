import { expect } from "chai";
import sharp from "sharp";
import { BargainHelpModel } from "#shared/domains/promotion/activity/index.js";
import { MemberPictureModel } from "#shared/domains/media/memberPicture.model.js";
import { usePictures } from "#shared/domains/media/index.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { updateProfile } from "#shared/domains/member/index.js";
import { sweepPictures } from "#shared/domains/operations/worker.js";
import { seedDelivery } from "#shared/domains/trade/delivery/seedDelivery.js";
import { days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { headObject, putObject } from "#shared/kernel/storage/storage.js";
import { buildAfterSale } from "#test/factories/afterSale.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildPaidOrder } from "#test/factories/order.js";
import { buildReview, readReview } from "#test/factories/review.js";
import { buildReceivedOrder } from "#test/factories/shipment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const UPLOAD = "/app-api/infra/file/upload";
const PROFILE = "/app-api/member/user/update";
const REVIEW = "/app-api/trade/order/item/createOrderItemComment";
const AFTER_SALE = "/app-api/trade/after-sale/create";
const FOREIGN = "https://tracker.example/pixel.png";

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const small = (): Promise<Buffer> => canvas(8, 6).png().toBuffer();

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

interface Answer {
  status: number;
  code: number;
  data: string | null;
  msg: string;
}

async function upload(
  { token }: { token: string },
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { url } = await startService();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "x.png");
  const init = { method: "POST", headers: { authorization: `Bearer ${token}`, ...headers }, body: form };
  const response = await fetch(url + UPLOAD, init);
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}

const keyOf = (address: string): string => address.slice(config.MEDIA_BASE_URL.length + 1);

async function uploaded(owner: BuiltMember, bytes?: Buffer): Promise<string> {
  const reply = await upload(owner, bytes ?? (await small()));
  expect(reply.code, reply.msg).to.equal(0);
  return keyOf(reply.data!);
}

async function read(key: string): Promise<Response> {
  const { url } = await startService();
  return fetch(`${url}/media/${key}`);
}
const bytesAt = async (key: string): Promise<Buffer> => Buffer.from(await (await read(key)).arrayBuffer());
const rowOf = (key: string) => MemberPictureModel.findOne({ key }).lean();

describe("what a member uploads", () => {
  before(async () => {
    await startService();
    await seedDelivery();
  });
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

  it("has a row that says whose it is, what it is and what shows it", async () => {
    const built = await buildReceivedOrder();
    const memberId = built.member._id;
    const key = await uploaded(built);
    expect(await rowOf(key)).to.deep.include({
      memberId,
      status: 1,
      contentType: "image/png",
      size: (await bytesAt(key)).length,
      uses: [],
    });
    const address = `${config.MEDIA_BASE_URL}/${key}`;
    expect((await built.client.post(PROFILE, { avatar: address })).code).to.equal(0);
    const review = { orderItemId: built.items[0]!._id, descriptionScores: 5, benefitScores: 5, content: "好" };
    const reviewed = await built.client.post(REVIEW, { ...review, anonymous: false, picUrls: [address] });
    expect(reviewed.code, reviewed.msg).to.equal(0);
    const afterSaleId = await buildAfterSale(built, { refundPrice: 1, applyPicUrls: [address] });
    expect((await rowOf(key))!.uses).to.deep.equal([
      { what: "avatar", id: memberId },
      { what: "review", id: reviewed.data },
      { what: "afterSale", id: afterSaleId },
    ]);
    expect((await built.client.post(PROFILE, { avatar: await uploaded(built) })).code).to.equal(0);
    expect((await rowOf(key))!.uses.map(({ what }) => what)).to.deep.equal(["review", "afterSale"]);
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

  it("goes after a week in which nothing showed it, and stays while something does", async () => {
    heldClock.hold();
    const owner = await buildMember();
    const memberId = owner.member._id;
    const [unused, avatar, earlier] = [await uploaded(owner), await uploaded(owner), await uploaded(owner)];
    await updateProfile({ memberId, sessionId: 0 }, { avatar: earlier });
    const helpId = await nextId("bargainHelps");
    await BargainHelpModel.create([
      { _id: helpId, recordId: helpId, activityId: 1, memberId, nickname: "", avatar: earlier, cutFen: 1 },
    ]);
    await updateProfile({ memberId, sessionId: 0 }, { avatar });
    await sweepPictures();
    expect(await headObject(unused)).not.to.equal(undefined);
    heldClock.advance(days(8));
    await Promise.all([sweepPictures(), sweepPictures()]);
    expect([await headObject(unused), await rowOf(unused)]).to.deep.equal([undefined, null]);
    for (const key of [avatar, earlier]) expect(await headObject(key), key).not.to.equal(undefined);
    expect((await sweepPictures()).unused).to.equal(0);
  });

  it("used at the moment of the sweep either stays, or its use is refused", async () => {
    heldClock.hold();
    const owner = await buildMember();
    const memberId = owner.member._id;
    const keys = await Promise.all(Array.from({ length: 8 }, () => uploaded(owner)));
    heldClock.advance(days(8));
    const [, ...uses] = await Promise.all([
      sweepPictures(),
      ...keys.map((key, id) =>
        inTransaction(() => usePictures(memberId, [{ key, field: "picUrls.0" }], { what: "review", id })).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    for (const [index, key] of keys.entries()) {
      const row = await rowOf(key);
      if (row) expect([row.status, uses[index]], key).to.deep.equal([1, true]);
    }
  });

  it("goes with its member's account, from reviews as well", async () => {
    const owner = await buildMember();
    const key = await uploaded(owner);
    const review = await buildReview({ memberId: owner.member._id, picUrls: [key] });
    expect((await owner.client.post("/app-api/member/user/logoff")).code).to.equal(0);
    await runJobs();
    expect([await headObject(key), await rowOf(key)]).to.deep.equal([undefined, null]);
    expect((await readReview(review._id)).picUrls).to.deep.equal([]);
    await runJobs();
  });
});

describe("pictures of members", () => {
  const said = { en: "must be a picture that was uploaded here", zh: "必须是已上传的图片" };

  it("as avatar come from our own store; the one that stands may be sent again", async () => {
    const { client } = await buildMember({ avatar: "https://thirdwx.qlogo.cn/mmopen/x/132" });
    for (const language of ["en", "zh"] as const) {
      const reply = await client.with({ "accept-language": language }).post(PROFILE, { avatar: FOREIGN });
      expect([reply.status, reply.msg]).to.deep.equal([
        400,
        language === "en" ? `avatar: ${said.en}` : `avatar：${said.zh}`,
      ]);
    }
    const { data } = await client.get("/app-api/member/user/get");
    expect(data.avatar).to.equal("https://thirdwx.qlogo.cn/mmopen/x/132");
    expect((await client.post(PROFILE, { nickname: "Lucy", avatar: data.avatar })).code).to.equal(0);
    expect((await client.get("/app-api/member/user/get")).data).to.include({ nickname: "Lucy", avatar: data.avatar });
  });

  it("in reviews and after-sales come from our own store", async () => {
    const received = await buildReceivedOrder();
    const paid = await buildPaidOrder();
    const review = { orderItemId: received.items[0]!._id, anonymous: false, descriptionScores: 5, benefitScores: 5 };
    const application = { orderItemId: paid.items[0]!._id, way: 10, refundPrice: 1, applyReason: "x" };
    for (const [language, words] of Object.entries(said)) {
      const headers = { "accept-language": language };
      const reviewed = await received.client
        .with(headers)
        .post(REVIEW, { ...review, content: "x", picUrls: ["public/a.png", FOREIGN] });
      expect([reviewed.status, reviewed.msg.split(/: |：/)]).to.deep.equal([400, ["picUrls.1", words]]);
      const applied = await paid.client.with(headers).post(AFTER_SALE, { ...application, applyPicUrls: [FOREIGN] });
      expect([applied.status, applied.msg.split(/: |：/)]).to.deep.equal([400, ["applyPicUrls.0", words]]);
    }
  });

  it("are their own, not another member's", async () => {
    const key = await uploaded(await buildMember());
    const { client } = await buildMember();
    const reply = await client.post(PROFILE, { avatar: key });
    expect([reply.status, reply.msg]).to.deep.equal([400, `avatar: ${said.en}`]);
    expect((await rowOf(key))!.uses).to.deep.equal([]);
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
