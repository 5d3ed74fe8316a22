import { createHmac } from "node:crypto";
import { expect } from "chai";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { videoErrors } from "#shared/domains/video/video.errors.js";
import { clock, heldClock, hours } from "#shared/kernel/time/clock.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { stranger } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { calledBack, control } from "./support.js";

const PATH = "/app-api/cloudvod/getUploadVodSignature";

describe("the signature for uploads by clients", () => {
  let owner: BuiltMember;
  before(async () => {
    owner = await buildMember();
    await calledBack();
  });
  afterEach(() => heldClock.release());

  it("is the provider's: HMAC-SHA1 over the terms, 20 bytes, then the terms, in base64; good for a day at most", async () => {
    const reply = await owner.client.get<string>(PATH);
    expect([reply.status, reply.code]).to.deep.equal([200, 200]);
    // Step by step as the provider's documentation has it, apart from the service's own code.
    const bytes = Buffer.from(reply.data, "base64");
    expect(bytes.toString("base64")).to.equal(reply.data);
    const terms = bytes.subarray(20).toString("utf8");
    expect(bytes.subarray(0, 20).toString("hex")).to.equal(
      createHmac("sha1", config.VOD_SECRET_KEY).update(terms, "utf8").digest("hex"),
    );
    const fields = Object.fromEntries(terms.split("&").map((pair) => pair.split("=")));
    expect(terms).to.match(/^secretId=[^&]+&currentTimeStamp=\d{10}&expireTime=\d{10}&random=\d+&/);
    expect(fields).to.include({ secretId: config.VOD_SECRET_ID, sourceContext: `member-${owner.member._id}` });
    const [from, until] = [Number(fields["currentTimeStamp"]), Number(fields["expireTime"])];
    expect(from).to.be.closeTo(clock.ms() / 1_000, 5);
    expect(until - from)
      .to.be.greaterThan(0)
      .and.at.most(86_400);
  });

  it("each is another one", async () => {
    const some = await Promise.all([1, 2, 3].map(() => owner.client.get<string>(PATH)));
    expect(new Set(some.map(({ data }) => data)).size).to.equal(3);
  });

  it("with a sub-application and a task flow it names them, signed with a key for this alone", async () => {
    const was = { ...config };
    Object.assign(config, {
      VOD_SUB_APP_ID: "1500001",
      VOD_PROCEDURE: "Cover 1",
      VOD_UPLOAD_SECRET_ID: "AKIDx",
      VOD_UPLOAD_SECRET_KEY: "k",
    });
    try {
      const bytes = Buffer.from((await owner.client.get<string>(PATH)).data, "base64");
      const terms = new URLSearchParams(bytes.subarray(20).toString());
      expect([terms.get("vodSubAppId"), terms.get("procedure"), terms.get("secretId")]).to.deep.equal([
        "1500001",
        "Cover 1",
        "AKIDx",
      ]);
      expect(createHmac("sha1", "k").update(bytes.subarray(20)).digest().equals(bytes.subarray(0, 20))).to.equal(true);
    } finally {
      Object.assign(config, was);
    }
  });

  it("not for strangers, and not where no provider is set up", async () => {
    expect((await stranger.get(PATH)).status).to.equal(401);
    const was = config.VOD_UPLOAD_SECRET_KEY;
    Object.assign(config, { VOD_UPLOAD_SECRET_KEY: "" });
    try {
      expect((await owner.client.get(PATH)).code).to.equal(videoErrors.NoVideoPlatform.code);
    } finally {
      Object.assign(config, { VOD_UPLOAD_SECRET_KEY: was });
    }
  });

  it("what a client uploads with it is its member's video, told by the provider, once", async () => {
    const { data: signature } = await owner.client.get<string>(PATH);
    const { media, deliveries } = await control("POST", "/sandbox/vod/uploads", { signature, times: 5 });
    expect(deliveries.every(({ taken }: { taken: boolean }) => taken)).to.equal(true);
    await runJobs();
    const { data } = await owner.client.get(`/app-api/cloudvod/vod/get?fileId=${media.fileId}`);
    expect(data).to.deep.equal({ fileId: media.fileId, mediaUrl: media.mediaUrl, coverUrl: "", status: 2 });
    expect(await VideoModel.countDocuments({ fileId: media.fileId })).to.equal(1);
    const removed = await owner.client.post(`/app-api/cloudvod/vod/deleteVodByFileId?fileId=${media.fileId}`);
    expect(removed.data).to.equal(true);
    await runJobs();
    expect((await control("GET", `/sandbox/vod/${media.fileId}`)).state).to.equal("deleted");
  });

  it("an altered or expired one the provider refuses; an upload without our source is nobody's", async () => {
    const { data: signature } = await owner.client.get<string>(PATH);
    const bytes = Buffer.from(signature, "base64");
    const altered = Buffer.concat([
      bytes.subarray(0, 20),
      Buffer.from(
        bytes
          .subarray(20)
          .toString()
          .replace(/member-\d+/, "member-999999"),
      ),
    ]);
    expect((await control("POST", "/sandbox/vod/uploads", { signature: altered.toString("base64") })).media).to.equal(
      null,
    );
    heldClock.hold(Date.now() - hours(3));
    const old = (await owner.client.get<string>(PATH)).data;
    heldClock.release();
    expect((await control("POST", "/sandbox/vod/uploads", { signature: old })).media).to.equal(null);
    const terms = bytes
      .subarray(20)
      .toString()
      .replace(/&sourceContext=[^&]*/, "&sourceContext=other");
    const signed = Buffer.concat([
      createHmac("sha1", config.VOD_SECRET_KEY).update(terms).digest(),
      Buffer.from(terms),
    ]);
    const { media } = await control("POST", "/sandbox/vod/uploads", { signature: signed.toString("base64") });
    await runJobs();
    expect(await VideoModel.countDocuments({ fileId: media.fileId })).to.equal(0);
  });
});
