import { expect } from "chai";
import sharp from "sharp";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { FileModel } from "#shared/domains/media/file.model.js";
import { SENT_PREFIX } from "#shared/domains/media/uploadFile.js";
import { sweepFiles } from "#shared/domains/media/worker.js";
import { days, heldClock, minutes } from "#shared/kernel/time/clock.js";
import { headObject, putObject } from "#shared/kernel/storage/storage.js";
import { SpuModel } from "#shared/domains/catalog/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { buildSpu } from "#test/factories/spu.js";
import { stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";

const BASE = "/admin-api/infra/file";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const padded = (bytes: Buffer, size: number): Buffer => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);

interface Allowed {
  id: number;
  uploadUrl: string;
  headers: Record<string, string>;
  url: string;
  path: string;
}

describe("pictures that are sent straight to object storage", () => {
  let client: Client;
  before(async () => {
    await startService();
    client = (await buildOperator(["infra:file:upload", "infra:file:query", "infra:file:delete"])).client;
  });
  afterEach(() => heldClock.release());

  async function allow(size: number, name = "photo.png", more = ""): Promise<Allowed> {
    const reply = await client.get(`${BASE}/presigned-url?name=${name}&size=${size}${more}`);
    expect(reply.code, reply.msg).to.equal(0);
    return reply.data as Allowed;
  }
  async function send(
    { uploadUrl, headers }: Allowed,
    bytes: Buffer,
    type = headers["content-type"]!,
  ): Promise<number> {
    const reply = await fetch(uploadUrl, {
      method: "PUT",
      headers: { "content-type": type },
      body: new Uint8Array(bytes),
    });
    await reply.arrayBuffer();
    return reply.status;
  }
  const create = (id: number) => client.post(`${BASE}/create`, { id });
  const read = async (path: string): Promise<Response> => {
    const { url } = await startService();
    return fetch(`${url}/media/${path}`);
  };
  const sentOf = async (id: number): Promise<string> => (await FileModel.findById(id).orFail().lean()).sentTo;

  it("are seen once they were recorded, and not before", async () => {
    const allowed = await allow(png.length, "shop.PNG", "&path=banner/2026");
    expect(allowed.path).to.match(/^public\/banner\/2026\/[0-9a-f-]{36}\.png$/);
    expect(allowed.headers).to.deep.equal({ "content-type": "image/png", "content-length": String(png.length) });
    expect(await send(allowed, png)).to.equal(200);
    expect((await read(allowed.path)).status).to.equal(404);
    const reply = await create(allowed.id);
    expect([reply.code, reply.data], reply.msg).to.deep.equal([0, allowed.id]);
    const seen = await read(allowed.path);
    expect([seen.status, seen.headers.get("content-type")]).to.deep.equal([200, "image/png"]);
    expect(
      await sharp(await seen.arrayBuffer())
        .raw()
        .toBuffer(),
    ).to.deep.equal(await sharp(png).raw().toBuffer());
    expect(await headObject(SENT_PREFIX + allowed.path.split("/").at(-1))).to.equal(undefined);
    const [row] = await OperationLogModel.find({ bizId: allowed.path }).lean();
    expect(row).to.include({ module: "infra", action: "file.create" });
    expect((await create(allowed.id)).code).to.equal(1001003001);
  });

  it("are deleted and refused when their bytes are something else than their name says", async () => {
    for (const bytes of [padded(svg, 500), padded(Buffer.from("GIF89a"), 500), Buffer.alloc(500)]) {
      const allowed = await allow(500);
      expect(await send(allowed, bytes)).to.equal(200);
      const sentTo = await sentOf(allowed.id);
      const reply = await create(allowed.id);
      expect([reply.status, reply.code, reply.msg.split(":")[0]]).to.deep.equal([400, 400, "file"]);
      expect(await headObject(sentTo)).to.equal(undefined);
      expect((await read(allowed.path)).status).to.equal(404);
      expect((await create(allowed.id)).code).to.equal(1001003001);
    }
  });

  it("have the kind and the size that were announced: the store, or the look at it, refuses others", async () => {
    const allowed = await allow(png.length);
    const status = await send(allowed, padded(png, png.length + 1));
    if (status === 200) expect((await create(allowed.id)).status).to.equal(400);
    else expect((await create(allowed.id)).code).to.equal(1001003002);
    const typed = await allow(png.length);
    expect(await send(typed, png, "text/html")).to.equal(403);
    for (const [query, field] of [
      ["name=photo.png", "size"],
      ["name=photo.png&size=0", "size"],
      [`name=photo.png&size=${16 * 1024 * 1024 + 1}`, "size"],
      ["name=page.html&size=9", "name"],
      ["name=photo&size=9", "name"],
      ["size=9", "name"],
      ["name=photo.png&size=9&path=../secrets", "path"],
    ]) {
      const reply = await client.get(`${BASE}/presigned-url?${query}`);
      expect([reply.status, reply.msg.split(":")[0]], query).to.deep.equal([400, field]);
    }
  });

  it("are recorded by who was allowed to send them, once, and not while nothing has arrived", async () => {
    const allowed = await allow(png.length);
    expect((await create(allowed.id)).code).to.equal(1001003002);
    await send(allowed, png);
    const { client: other } = await buildOperator(["infra:file:upload"]);
    expect((await other.post(`${BASE}/create`, { id: allowed.id })).code).to.equal(1001003001);
    const replies = await Promise.all([create(allowed.id), create(allowed.id), create(allowed.id)]);
    expect(replies.filter(({ code }) => code === 0)).to.have.length(1);
    expect((await read(allowed.path)).status).to.equal(200);
  });

  it("stand in the page with those that came as forms, and go when they are deleted", async () => {
    const allowed = await allow(png.length, "listed.png", "&path=listed");
    await send(allowed, png);
    await create(allowed.id);
    const { list, total } = (await client.get(`${BASE}/page?path=listed/`)).data;
    expect(total).to.equal(1);
    expect(list[0]).to.include({
      id: allowed.id,
      name: "listed.png",
      type: "image/png",
      size: (await headObject(allowed.path))!.length,
      url: allowed.url,
    });
    expect(list[0].operatorName).to.match(/^op-/);
    expect((await client.get(`${BASE}/page?path=listed/&type=image/gif`)).data.total).to.equal(0);
    expect((await client.delete(`${BASE}/delete?id=${allowed.id}`)).data).to.equal(true);
    expect((await read(allowed.path)).status).to.equal(404);
    expect((await client.get(`${BASE}/page?path=listed/`)).data.total).to.equal(0);
    expect((await client.delete(`${BASE}/delete?id=${allowed.id}`)).code).to.equal(1001003001);
  });

  it("stay as long as something of the shop shows them", async () => {
    const allowed = await allow(png.length);
    await send(allowed, png);
    await create(allowed.id);
    const remove = () => client.delete(`${BASE}/delete?id=${allowed.id}`);
    const { spuId } = await buildSpu();
    const show = (fields: object) => SpuModel.updateOne({ _id: spuId }, { $set: fields });
    for (const shown of [
      { picUrl: allowed.path },
      { sliderPicUrls: ["https://cdn.example/a.png", allowed.path] },
      { description: `<p><img src="${allowed.url}"></p>` },
    ]) {
      await show(shown);
      const reply = await remove();
      expect([reply.code, reply.msg]).to.deep.equal([1001003004, `The file is in use: product ${spuId}`]);
      await show({ picUrl: "", sliderPicUrls: [], description: "" });
    }
    expect((await remove()).data).to.equal(true);
  });

  it("that nobody recorded are swept away, and so is what belongs to no upload; twice is no harm", async () => {
    await sweepFiles();
    const late = await allow(png.length);
    await send(late, png);
    const sentTo = await sentOf(late.id);
    const young = `${SENT_PREFIX}orphan.png`;
    await putObject(young, png, "image/png");
    expect(await sweepFiles()).to.include({ uploads: 0, orphans: 0 });
    heldClock.hold();
    heldClock.advance(minutes(16));
    expect((await sweepFiles()).uploads).to.be.at.least(1);
    expect(await headObject(sentTo)).to.equal(undefined);
    expect((await create(late.id)).code).to.equal(1001003001);
    heldClock.advance(days(2));
    expect((await sweepFiles()).orphans).to.be.at.least(1);
    expect(await headObject(young)).to.equal(undefined);
    expect(await sweepFiles()).to.deep.equal({ uploads: 0, deletions: 0, orphans: 0 });
  });

  it("only with the right of each", async () => {
    const { client: member } = await buildMember();
    const { client: nobody } = await buildOperator([]);
    for (const [caller, status] of [
      [stranger, 401],
      [member, 401],
      [nobody, 403],
    ] as const) {
      expect((await caller.get(`${BASE}/presigned-url`)).status).to.equal(status);
      expect((await caller.post(`${BASE}/create`, {})).status).to.equal(status);
      expect((await caller.get(`${BASE}/page`)).status).to.equal(status);
      expect((await caller.delete(`${BASE}/delete`)).status).to.equal(status);
    }
  });
});
