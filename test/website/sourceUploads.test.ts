import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { checkUpload, sweepUploads } from "#shared/domains/website/worker.js";
import { checkUploadJob, sweepUploadsJob } from "#shared/domains/website/website.jobs.js";
import { SourceModel, type UploadDoc } from "#shared/domains/website/index.js";
import { UploadModel } from "#shared/domains/website/source/upload.model.js";
import { days, heldClock, hours } from "#shared/kernel/time/clock.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { OutboxModel } from "#shared/kernel/outbox/row.js";
import { HandedBack, withContext, type RunNotes } from "#shared/kernel/request/context.js";
import { queueNamed } from "#shared/kernel/queue/queues.js";
import { headObject } from "#shared/kernel/storage/storage.js";
import { listParts } from "#shared/kernel/storage/presignedParts.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildArchive, buildSource, buildSourceWithPackage } from "#test/factories/website.js";
import { call, stranger, type Client } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const BASE = "/app-api/website/source";
const UPLOAD = "/admin-api/website/source/upload";
const ABSENT = 999_999_999;

describe("operators upload packages in parts", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["*"])).client;
  });
  afterEach(() => heldClock.release());

  const start = async (sourceId: number, size: number, fileName = "商城源码.tar.gz"): Promise<any> => {
    const reply = await client.post(`${UPLOAD}/create`, { sourceId, fileName, size });
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data;
  };
  const send = async (uploadId: number, partNumber: number, bytes: Buffer): Promise<void> => {
    const { data } = await client.post(`${UPLOAD}/part-urls`, { uploadId, partNumbers: [partNumber] });
    const stored = await fetch(data[0].url, { method: "PUT", body: new Uint8Array(bytes) });
    expect(stored.status, await stored.text()).to.equal(200);
  };
  const complete = async (uploadId: number): Promise<UploadDoc> => {
    expect((await client.put(`${UPLOAD}/complete`, { uploadId })).data).to.equal(true);
    await runJobs();
    return (await UploadModel.findById(uploadId).lean<UploadDoc>())!;
  };
  const upload = async (sourceId: number, bytes: Buffer, size = bytes.length): Promise<UploadDoc> => {
    const { uploadId } = await start(sourceId, size);
    await send(uploadId, 1, bytes);
    return complete(uploadId);
  };

  it("create, send, be cut off, go on, complete: the package is behind the source with size, hash and kind", async () => {
    const sourceId = await buildSource();
    const bytes = buildArchive(randomBytes(8 * 1024 * 1024 + 5_000));
    const opened = await start(sourceId, bytes.length);
    expect(opened).to.include({ partSize: 8 * 1024 * 1024, partCount: 2, status: 0, sourceId });
    const { uploadId } = opened;
    await send(uploadId, 1, bytes.subarray(0, opened.partSize));
    const progress = (await client.get(`${UPLOAD}/get?uploadId=${uploadId}`)).data;
    expect(progress.parts).to.deep.equal([{ partNumber: 1, size: opened.partSize }]);
    await send(uploadId, 2, bytes.subarray(opened.partSize));
    const done = await complete(uploadId);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(done).to.include({ status: 2, sha256, contentType: "application/gzip" });
    expect((await stranger.get(`${BASE}/${sourceId}`)).data.fileSize).to.equal(bytes.length);
    const shown = (await client.get(`/admin-api/website/source/get?id=${sourceId}`)).data;
    expect(shown).to.include({ sha256, fileName: "商城源码.tar.gz", contentType: "application/gzip" });
    const link = (await stranger.get(`${BASE}/${sourceId}/download`)).data;
    expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(bytes)).to.equal(true);
    const actions = await OperationLogModel.find({ module: "website", bizId: String(sourceId), action: /^source\./ })
      .sort({ _id: 1 })
      .lean();
    expect(actions.map(({ action }) => action)).to.deep.equal(["source.upload", "source.complete"]);
  });

  it("a check that is handed back in the middle goes on where it was", async () => {
    // Made first: it holds this process for seconds, after which its idle connections end.
    const bytes = buildArchive(randomBytes(70 * 1024 * 1024));
    const sourceId = await buildSource();
    const { uploadId, partSize } = await start(sourceId, bytes.length);
    for (let part = 1; (part - 1) * partSize < bytes.length; part++)
      await send(uploadId, part, bytes.subarray((part - 1) * partSize, part * partSize));
    await queueNamed(checkUploadJob.queue).pause();
    try {
      expect((await client.put(`${UPLOAD}/complete`, { uploadId })).data).to.equal(true);
      const checked = async (isDraining: () => boolean) => {
        const run: RunNotes = { calls: [], subjects: [] };
        const ended = await withContext({ requestId: "check", language: "en", run, isDraining }, () =>
          checkUpload(uploadId).then(
            () => "ended",
            (error: unknown) => (error instanceof HandedBack ? "handed back" : String(error)),
          ),
        );
        return [ended, run.calls.filter(({ method }) => method === "GetObject").length];
      };
      let looks = 0;
      expect(await checked(() => ++looks > 2)).to.deep.equal(["handed back", 2]);
      expect(await checked(() => false)).to.deep.equal(["ended", 1]);
    } finally {
      await queueNamed(checkUploadJob.queue).resume();
    }
    await runJobs();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(await UploadModel.findById(uploadId).lean()).to.include({
      status: 2,
      sha256,
      contentType: "application/gzip",
    });
  });

  it("what is no archive, or not as long as announced, is refused and deleted; the package before stays", async () => {
    const [sourceId, bytes] = await buildSourceWithPackage();
    const archive = buildArchive();
    for (const refused of [
      await upload(sourceId, Buffer.from("#!/bin/sh\necho no archive, whatever its name says\n")),
      await upload(sourceId, archive, archive.length + 1),
    ]) {
      expect(refused.status).to.equal(3);
      expect(refused.reason).not.to.equal("");
      expect(await headObject(refused.key)).to.equal(undefined);
    }
    expect((await stranger.get(`${BASE}/${sourceId}`)).data.fileSize).to.equal(bytes.length);
  });

  it("completing without any part is refused by the job", async () => {
    const { uploadId } = await start(await buildSource(), 100);
    expect(await complete(uploadId)).to.include({ status: 3 });
  });

  it("the job run twice, also after its object was made, changes things once", async () => {
    const sourceId = await buildSource();
    const bytes = buildArchive();
    const done = await upload(sourceId, bytes);
    const attached = (await SourceModel.findById(sourceId).lean())!.package;
    await checkUpload(done._id);
    await enqueue(checkUploadJob, { uploadId: done._id });
    await runJobs();
    expect((await SourceModel.findById(sourceId).lean())!.package).to.deep.equal(attached);
    // As after a crash between the object and the last step.
    await UploadModel.updateOne({ _id: done._id }, { $set: { status: 1 } });
    await SourceModel.updateOne({ _id: sourceId }, { $set: { package: null } });
    await checkUpload(done._id);
    expect((await SourceModel.findById(sourceId).lean())!.package).to.deep.equal(attached);
  });

  it("a replaced package stays a day, then the sweep deletes it; the sweep run twice does no harm", async () => {
    const sourceId = await buildSource();
    const first = await upload(sourceId, buildArchive());
    const second = await upload(sourceId, buildArchive());
    const statusOf = async (id: number): Promise<number> => (await UploadModel.findById(id).lean())!.status;
    expect([await statusOf(first._id), await statusOf(second._id)]).to.deep.equal([5, 2]);
    await sweepUploads();
    expect(await headObject(first.key)).not.to.equal(undefined);
    heldClock.advance(days(1) + 1_000);
    await enqueue(sweepUploadsJob, {});
    await runJobs();
    await sweepUploads();
    expect(await statusOf(first._id)).to.equal(6);
    expect([await headObject(first.key), (await headObject(second.key)) === undefined]).to.deep.equal([
      undefined,
      false,
    ]);
  });

  it("one that nobody finished is given up after a day", async () => {
    const { uploadId } = await start(await buildSource(), 500);
    await send(uploadId, 1, randomBytes(100));
    heldClock.advance(hours(24) + 1_000);
    // The sign-in of the day before is over as well.
    const late = (await buildOperator(["*"])).client;
    expect((await late.post(`${UPLOAD}/part-urls`, { uploadId, partNumbers: [1] })).code).to.equal(1017004003);
    await sweepUploads();
    const row = (await UploadModel.findById(uploadId).lean<UploadDoc>())!;
    expect(row.status).to.equal(4);
    expect((await listParts({ key: row.key, uploadId: row.storeUploadId })) ?? []).to.deep.equal([]);
  });

  it("abort gives it up; what is over is over", async () => {
    const { uploadId } = await start(await buildSource(), 500);
    expect((await client.put(`${UPLOAD}/abort`, { uploadId })).data).to.equal(true);
    for (const reply of [
      await client.put(`${UPLOAD}/abort`, { uploadId }),
      await client.put(`${UPLOAD}/complete`, { uploadId }),
      await client.post(`${UPLOAD}/part-urls`, { uploadId, partNumbers: [1] }),
    ])
      expect(reply.code).to.equal(1017004003);
    expect((await client.get(`${UPLOAD}/get?uploadId=${uploadId}`)).data).to.include({ status: 4 });
    expect(await OutboxModel.countDocuments({ job: checkUploadJob.name, "payload.uploadId": uploadId })).to.equal(0);
  });

  it("absent ones, bad input, strangers and operators without the permission are refused", async () => {
    for (const reply of [
      await client.get(`${UPLOAD}/get?uploadId=${ABSENT}`),
      await client.put(`${UPLOAD}/complete`, { uploadId: ABSENT }),
      await client.put(`${UPLOAD}/abort`, { uploadId: ABSENT }),
      await client.post(`${UPLOAD}/part-urls`, { uploadId: ABSENT, partNumbers: [1] }),
    ])
      expect(reply.code).to.equal(1017004002);
    const good = { sourceId: await buildSource(), fileName: "a.zip", size: 10 };
    expect((await client.post(`${UPLOAD}/create`, { ...good, sourceId: ABSENT })).code).to.equal(1017004000);
    for (const [wrong, field] of [
      [{ size: 0 }, "size"],
      [{ size: "10" }, "size"],
      [{ size: 5 * 2 ** 30 }, "size"],
      [{ fileName: "../a.zip" }, "fileName"],
      [{ fileName: "" }, "fileName"],
      [{ sourceId: { $gt: "" } }, "sourceId"],
    ] as const) {
      const reply = await client.post(`${UPLOAD}/create`, { ...good, ...wrong });
      expect([reply.status, reply.msg.split(":")[0]]).to.deep.equal([400, field]);
    }
    expect((await client.post(`${UPLOAD}/part-urls`, { uploadId: 1, partNumbers: [0] })).status).to.equal(400);
    const other = await buildOperator(["website:source:update"]);
    for (const [method, verb] of [
      ["POST", "create"],
      ["POST", "part-urls"],
      ["GET", "get"],
      ["PUT", "complete"],
      ["PUT", "abort"],
    ] as const) {
      const body = method === "GET" ? undefined : {};
      expect((await call(method, `${UPLOAD}/${verb}`, body)).status, verb).to.equal(401);
      expect((await call(method, `${UPLOAD}/${verb}`, body, { token: other.token })).status, verb).to.equal(403);
    }
  });
});
