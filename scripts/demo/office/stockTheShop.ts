import { DeliveryType } from "#shared/domains/catalog/catalog.states.js";
import type { MemberClient, OperatorClient } from "../shopClient.js";
import { expect, step } from "../walk.js";

export interface Product {
  spuId: number;
  skuId: number;
  price: number;
  picUrl: string;
}

const STOCK = 30;

/** The operator uploads a picture and creates a product with it, on shelf at once. */
export async function stockTheShop(operator: OperatorClient, member: MemberClient): Promise<Product> {
  const { list } = await member.post("/app-api/product/spu/page", {
    pageNo: 1,
    pageSize: 1,
  });
  const like = list[0];
  expect(like !== undefined, "the shop is empty");
  const picUrl = await step(
    "the operator uploads a picture",
    async () => {
      const picture = await (await fetch(like.picUrl)).blob();
      const form = new FormData();
      form.set("file", picture, "teapot.png");
      form.set("directory", "demo");
      return operator.upload<string>("/admin-api/infra/file/upload", form);
    },
    (url) => url,
  );
  const [brand] = await member.post("/app-api/product/brand/list");
  expect(brand !== undefined, "there is no brand");
  const templates = { deliveryTypes: [DeliveryType.express] };
  const price = 12_900;
  const spuId = await step(
    `the operator makes a product, ${STOCK} in stock`,
    () =>
      operator.post<number>("/admin-api/product/spu/create", {
        name: `Clay teapot ${Date.now() % 100_000}`,
        keyword: "teapot",
        introduction: "Thrown by hand, 350 ml",
        description: "<p>Each one is a little different.</p><script>alert('never stored')</script>",
        categoryId: like.categoryId,
        brandId: brand.id,
        picUrl,
        sliderPicUrls: [picUrl],
        sort: 1,
        specType: false,
        ...templates,
        skus: [{ price, marketPrice: 15_900, costPrice: 6_000, picUrl, stock: STOCK, weight: 0.8, volume: 0.004 }],
      }),
    (id) => `product ${id}`,
  );
  const skuId = await step("it is in the shop at once, its text cleaned", async () => {
    const detail = await member.post("/app-api/product/spu/getSpuDetail", { id: spuId });
    expect(!detail.description.includes("script"), "a script was stored");
    expect(detail.skus[0]?.stock === STOCK, "its stock is another");
    return detail.skus[0].id;
  });
  return { spuId, skuId, price, picUrl };
}
