import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { videoErrors } from "#shared/domains/video/video.errors.js";
import { config } from "#shared/kernel/config/config.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildVideo, readVideo } from "#test/factories/video.js";
import { call, type Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { runJobs } from "#test/support/runJobs.js";
import { calledBack, noFaults } from "./support.js";

const PATHS = [
  ["GET", "/admin-api/cloudvod/vod/page"],
  ["GET", "/admin-api/cloudvod/vod/get"],
  ["DELETE", "/admin-api/cloudvod/vod/delete"],
  ["PUT", "/admin-api/cloudvod/vod/push"],
] as const;
const auditOf = async (bizId: string): Promise<string[]> =>
  (await OperationLogModel.find({ module: "cloudvod", bizId }).sort({ _id: 1 }).lean()).map(({ action }) => action);

describe("videos in operators' hands", () => {
  let operator: Client;
  before(async () => {
    await calledBack();
    operator = (await buildOperator(["cloudvod:vod:query", "cloudvod:vod:delete", "cloudvod:vod:update"])).client;
  });
  after(noFaults);

  it("401 to strangers and members, 403 without the permission, before the input is looked at", async () => {
    const member = await buildMember();
    const other = await buildOperator(["trade:order:query"]);
    for (const [method, path] of PATHS) {
      const statusOf = async (token?: string): Promise<number> =>
        (await call(method, path, method === "PUT" ? {} : undefined, { token })).status;
      expect([await statusOf(), await statusOf(member.token), await statusOf(other.token)], path).to.deep.equal([
        401, 401, 403,
      ]);
    }
  });

  it("the page has every member's, newest first, with filters", async () => {
    const { video, owner } = await buildVideo();
    const { video: second } = await buildVideo({ owner });
    await eventually("they have arrived", async () => {
      await runJobs();
      return (await readVideo(video._id)).status === 2 && (await readVideo(second._id)).status === 2;
    });
    const page = async (query: string): Promise<any> =>
      (await operator.get(`/admin-api/cloudvod/vod/page?${query}`)).data;
    const own = await page(`userId=${owner.member._id}`);
    expect([own.total, own.list.map(({ id }: { id: number }) => id)]).to.deep.equal([2, [second._id, video._id]]);
    const row = await readVideo(video._id);
    const { _id, nickname, avatar, mobile } = owner.member;
    expect(own.list[1]).to.deep.equal({
      id: video._id,
      userId: _id,
      user: { id: _id, nickname, avatar, mobile },
      fileId: video.fileId,
      mediaUrl: `${config.MEDIA_BASE_URL}/${video.objectKey}`,
      coverUrl: "",
      status: 2,
      contentType: "video/mp4",
      size: video.size,
      platformFileId: row.platformFileId,
      failure: "",
      createTime: video.createdAt.getTime(),
    });
    expect((await page(`fileId=${second.fileId}`)).list.map(({ id }: { id: number }) => id)).to.deep.equal([
      second._id,
    ]);
    expect((await page(`userId=${owner.member._id}&status=3`)).total).to.equal(0);
    const at = video.createdAt.getTime();
    expect((await page(`userId=${owner.member._id}&createTime=${at}&createTime=${at}`)).total).to.be.within(1, 2);
    expect((await page(`userId=${owner.member._id}&createTime=0&createTime=1`)).total).to.equal(0);
    expect((await page(`userId=${owner.member._id}&pageSize=1&pageNo=2`)).list).to.have.length(1);
    const { data } = await operator.get(`/admin-api/cloudvod/vod/get?id=${video._id}`);
    expect(data).to.deep.equal(own.list[1]);
  });

  it("bad input is named", async () => {
    for (const [query, field] of [
      ["status=9", "status"],
      ["userId[$gt]=", ""],
      ["userId=x", "userId"],
      ["createTime=2&createTime=1", "createTime"],
      ["pageSize=101", "pageSize"],
      ["fileId=a%20b", "fileId"],
    ] as const) {
      const reply = await operator.get(`/admin-api/cloudvod/vod/page?${query}`);
      if (field === "") expect(reply.status).to.be.oneOf([200, 400]);
      else expect([reply.status, reply.msg.split(":")[0]], query).to.deep.equal([400, field]);
    }
    expect((await operator.put("/admin-api/cloudvod/vod/push", { id: { $gt: "" } })).status).to.equal(400);
    expect((await operator.delete("/admin-api/cloudvod/vod/delete?id=x")).status).to.equal(400);
  });

  it("deletes one for its member, told in the audit log", async () => {
    const { video, owner } = await buildVideo();
    const reply = await operator.delete(`/admin-api/cloudvod/vod/delete?id=${video._id}`);
    expect([reply.code, reply.data]).to.deep.equal([0, true]);
    expect(await auditOf(video.fileId)).to.deep.equal(["vod.delete"]);
    const get = await owner.client.get(`/app-api/cloudvod/vod/get?fileId=${video.fileId}`);
    expect(get.code).to.equal(videoErrors.VideoNotFound.code);
    const again = await operator.delete(`/admin-api/cloudvod/vod/delete?id=${video._id}`);
    expect([again.code, again.data]).to.deep.equal([videoErrors.VideoNotFound.code, false]);
    expect((await operator.get("/admin-api/cloudvod/vod/get?id=999999999")).code).to.equal(
      videoErrors.VideoNotFound.code,
    );
    expect(await auditOf(video.fileId)).to.have.length(1);
    await runJobs();
  });

  it("has the provider asked again for one that it had refused", async () => {
    const { video } = await buildVideo();
    await eventually("it has arrived", async () => {
      await runJobs();
      return (await readVideo(video._id)).status === 2;
    });
    const early = await operator.put("/admin-api/cloudvod/vod/push", { id: video._id });
    expect(early.code).to.equal(videoErrors.VideoNotRefused.code);
    await VideoModel.updateOne({ _id: video._id }, { $set: { status: 3, failure: "60000 broken" } });
    expect((await operator.put("/admin-api/cloudvod/vod/push", { id: video._id })).data).to.equal(true);
    expect(await auditOf(video.fileId)).to.deep.equal(["vod.push"]);
    await eventually("it has arrived again", async () => {
      await runJobs();
      return (await readVideo(video._id)).status === 2;
    });
    expect(await readVideo(video._id)).to.include({ pushes: 2, failure: "" });
  });
});
