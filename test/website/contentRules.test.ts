import { expect } from "chai";
import { OperationLogModel } from "#shared/domains/audit/operationLog.model.js";
import { models } from "#shared/kernel/mongo/mongo.js";
import { buildOperator, type BuiltOperator } from "#test/factories/operator.js";
import { buildIndustry, buildSolution, buildSource, buildWebsiteProduct, fresh } from "#test/factories/website.js";
import { stranger } from "#test/support/client.js";

const ADMIN = "/admin-api/website";
const ABSENT = 999_999_999;

describe("what holds between the website's content", () => {
  let all: BuiltOperator;
  before(async () => {
    all = await buildOperator(["*"]);
  });

  it("a category goes under no absent one, not below itself, at most five levels deep", async () => {
    const { client } = all;
    const base = `${ADMIN}/solution-category`;
    const chain = [await buildIndustry()];
    for (let level = 2; level <= 5; level++) chain.push(await buildIndustry({ parentId: chain.at(-1)! }));
    const move = async (id: number, parentId: number): Promise<number> =>
      (await client.put(`${base}/update`, { id, parentId })).code;
    expect((await client.post(`${base}/create`, { name: fresh("深"), parentId: chain[4] })).code).to.equal(1017003003);
    expect((await client.post(`${base}/create`, { name: fresh("无"), parentId: ABSENT })).code).to.equal(1017003001);
    expect(await move(chain[0]!, chain[0]!)).to.equal(1017003002);
    expect(await move(chain[0]!, chain[3]!)).to.equal(1017003002);
    const other = await buildIndustry();
    expect(await move(chain[0]!, other)).to.equal(1017003003);
    expect(await move(chain[3]!, 0)).to.equal(0);
    expect(await move(chain[0]!, other)).to.equal(0);
  });

  it("two moves at once make no circle", async () => {
    const { client } = all;
    const [a, b] = [await buildIndustry(), await buildIndustry()];
    const codes = await Promise.all(
      [
        { id: a, parentId: b },
        { id: b, parentId: a },
      ].map(async (body) => (await client.put(`${ADMIN}/solution-category/update`, body)).code),
    );
    expect(codes.sort()).to.deep.equal([0, 1017003002]);
  });

  it("a category stays while others or content stand in it, and takes nothing once it is gone", async () => {
    const { client } = all;
    const remove = async (id: number): Promise<number> =>
      (await client.delete(`${ADMIN}/solution-category/delete?id=${id}`)).code;
    const top = await buildIndustry();
    const below = await buildIndustry({ parentId: top });
    expect(await remove(top)).to.equal(1017003004);
    for (const [build, noun] of [
      [buildWebsiteProduct, "product"],
      [buildSolution, "solution"],
      [buildSource, "source"],
    ] as const) {
      const id = await build({ categoryId: below });
      expect(await remove(below), noun).to.equal(1017003005);
      await client.delete(`${ADMIN}/${noun}/delete?id=${id}`);
    }
    expect([await remove(below), await remove(top)]).to.deep.equal([0, 0]);
    const late = await client.post(`${ADMIN}/product/create`, { title: fresh("晚"), categoryId: top });
    expect(late.code).to.equal(1017003000);
  });

  it("what one names must be there", async () => {
    const { client } = all;
    const review = { productId: ABSENT, nickname: "王五", score: 5, content: "好" };
    expect((await client.post(`${ADMIN}/product-review/create`, review)).code).to.equal(1017001000);
    expect((await client.post(`${ADMIN}/demo/create`, { name: "x", productId: ABSENT })).code).to.equal(1017001000);
    expect((await client.post(`${ADMIN}/solution/create`, { title: "x", categoryId: ABSENT })).code).to.equal(
      1017003000,
    );
  });

  it("an address of an uploaded picture is stored as its key, in JSON fields as well", async () => {
    const { client } = all;
    const { data: id } = await client.post(`${ADMIN}/product/create`, {
      title: fresh("图"),
      thumbnail: "public/a/b.png",
    });
    const url: string = (await client.get(`${ADMIN}/product/get?id=${id}`)).data.thumbnail;
    expect(url).to.match(/^http.*\/media\/public\/a\/b\.png$/);
    await client.put(`${ADMIN}/product/update`, { id, gallery: { images: [url] }, thumbnail: url });
    const row = await (models.get("websiteProducts") as any).findById(id).lean();
    expect([row.thumbnail, row.gallery]).to.deep.equal(["public/a/b.png", { images: ["public/a/b.png"] }]);
    expect((await stranger.get(`/app-api/website/product/${id}`)).data.gallery).to.deep.equal({ images: [url] });
    await client.put(`${ADMIN}/product/update`, { id, gallery: null, thumbnail: "", tags: [] });
    expect((await client.get(`${ADMIN}/product/get?id=${id}`)).data).to.deep.include({ gallery: null, thumbnail: "" });
  });

  it("pages that there is one of: get and save, each with its audit row", async () => {
    const { client } = all;
    const cases = [
      [
        "about",
        { contact: { companyName: fresh("公司"), mapLat: 30.1, phone: "" }, company: { hero: { title: "我们" } } },
      ],
      ["site-config", { companyName: fresh("公司"), icp: "浙ICP备1号", socialLinks: [{ name: "微博" }] }],
      [
        "home-config",
        { stats: [{ label: "客户", value: "9", icon: "", numericVal: null, suffix: "" }], cta: { text: "试用" } },
      ],
    ] as const;
    for (const [noun, body] of cases) {
      const base = `${ADMIN}/${noun}`;
      const saved = await client.put(`${base}/save`, body);
      expect([saved.code, saved.data], saved.msg).to.deep.equal([0, true]);
      const { data } = await client.get(`${base}/get`);
      for (const [name, value] of Object.entries(body))
        if (noun === "about") expect(data[name]).to.deep.include(value as object);
        else expect(data[name]).to.deep.equal(value);
      expect((await client.put(`${base}/save`, data)).data).to.equal(true);
      const audit = await OperationLogModel.countDocuments({ module: "website", action: `${noun}.save` });
      expect(audit).to.be.at.least(2);
      for (const name of Object.keys(body))
        expect((await client.put(`${base}/save`, { [name]: { $gt: "" } })).status, name).to.equal(400);
      expect((await stranger.get(`${base}/get`)).status).to.equal(401);
      expect((await stranger.put(`${base}/save`, {})).status).to.equal(401);
      const other = (await buildOperator([`website:${noun}:query`])).client;
      expect([(await other.get(`${base}/get`)).status, (await other.put(`${base}/save`, {})).status]).to.deep.equal([
        200, 403,
      ]);
    }
    expect((await client.put(`${ADMIN}/about/save`, { contact: { mapLat: 91 } })).status).to.equal(400);
  });
});
