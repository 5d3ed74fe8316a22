import { expect } from "chai";
import { buildOperator } from "#test/factories/operator.js";
import { buildBrand, buildCategory } from "#test/factories/spu.js";
import type { Client } from "#test/support/client.js";

const SPU = "/admin-api/product/spu";

describe("the texts of a product", () => {
  let client: Client;
  before(async () => {
    client = (await buildOperator(["*"])).client;
  });

  it("rich text loses what could run or load from odd places", async () => {
    const { data: id, msg } = await client.post(`${SPU}/create`, {
      name: "A product with texts",
      categoryId: (await buildCategory()).categoryId,
      brandId: await buildBrand(),
      picUrl: "public/test/text.png",
      skus: [{ price: 100, stock: 1 }],

      description:
        '<p style="color:red;position:fixed" onclick="x()">Hi<script>alert(1)</script></p>' +
        '<img src="https://cdn.example/a.png" onerror="x()"><a href="javascript:x()">go</a><iframe src="//e"></iframe>',
      descriptionOne: "<b>Genuine</b><style>*{}</style>",
    });
    expect(msg).to.equal("");
    const detail = async () => (await client.get(`${SPU}/get-detail?id=${id}`)).data;
    const shown = await detail();
    expect(shown.description).to.equal(
      '<p style="color:red">Hi</p><img src="https://cdn.example/a.png" /><a rel="noopener noreferrer">go</a>',
    );
    expect(shown.descriptionOne).to.equal("<b>Genuine</b>");
    await client.put(`${SPU}/update`, { ...shown, descriptionTwo: "<svg onload=x()>Safe</svg>" });
    expect((await detail()).descriptionTwo).to.equal("Safe");
  });
});
