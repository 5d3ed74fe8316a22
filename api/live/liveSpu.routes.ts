import { spuDetailView, spuView } from "#api/catalog/spu.views.js";
import { endpoint, member, needing, operator } from "#api/http/endpoint.js";
import { getLiveProduct, listLiveProducts, type LiveProduct } from "#shared/domains/live/index.js";
import type { SkuDoc, SpuDoc } from "#shared/domains/catalog/index.js";
import { vipPercentOf, type VipPercent } from "#shared/domains/loyalty/index.js";
import { liveMountView } from "./liveMount.views.js";
import { LiveSpuDetailBody, LiveSpuDetailView, LiveSpuListBody, LiveSpuListView } from "./liveSpu.schemas.js";

interface Listed {
  products: LiveProduct[];
  vip: VipPercent | null;
}
interface Detailed {
  product: LiveProduct & { spu: SpuDoc; skus: SkuDoc[] };
  vip: VipPercent | null;
}

const listView = ({ products, vip }: Listed) =>
  products.map(({ spu, mount }) => ({ ...spuView(spu, vip), liveProductBaseInfoRespApiVO: liveMountView(mount) }));
const detailView = ({ product: { spu, skus, mount }, vip }: Detailed) => ({
  ...spuDetailView(spu, skus, vip),
  liveProductBaseInfo: liveMountView(mount),
});

const getLiveSpuList = endpoint({
  method: "post",
  path: "/app-api/product/spu/getLiveSpuList",
  access: member(),
  summary: "Lists the products of a live that can be bought, by sort order; status 0 selects those on its shelf",
  input: { body: LiveSpuListBody },
  output: LiveSpuListView,
  handle: async ({ body, actor }): Promise<Listed> => {
    const [products, vip] = await Promise.all([
      listLiveProducts(body, { forShoppers: true }),
      vipPercentOf(actor.memberId),
    ]);
    return { products, vip };
  },
  view: listView,
});

const getLiveSpuListAdmin = endpoint({
  method: "post",
  path: "/admin-api/product/spu/getLiveSpuList",
  access: operator("cloudlive:live-spu:query"),
  summary: "Lists the products of a live, including those that left the shop's shelf",
  input: { body: LiveSpuListBody },
  output: LiveSpuListView,
  handle: async ({ body }): Promise<Listed> => ({
    products: await listLiveProducts(body, { forShoppers: false }),
    vip: null,
  }),
  view: listView,
});

const getLiveSpuDetail = endpoint({
  method: "post",
  path: "/app-api/product/spu/getLiveSpuDetail",
  access: member(),
  summary: "Returns the product of a live that is being explained, with its variants",
  input: { body: LiveSpuDetailBody },
  output: LiveSpuDetailView,
  handle: async ({ body, actor }): Promise<Detailed> => {
    const [product, vip] = await Promise.all([getLiveProduct(body), vipPercentOf(actor.memberId)]);
    return { product, vip };
  },
  view: detailView,
});

const getLiveSpuDetailAdmin = endpoint({
  method: "post",
  path: "/admin-api/product/spu/getLiveSpuDetail",
  access: operator("cloudlive:live-spu:query"),
  input: { body: LiveSpuDetailBody },
  output: LiveSpuDetailView,
  handle: async ({ body }): Promise<Detailed> => ({ product: await getLiveProduct(body), vip: null }),
  view: detailView,
});

export const liveSpuEndpoints = needing("live", [
  getLiveSpuList,
  getLiveSpuListAdmin,
  getLiveSpuDetail,
  getLiveSpuDetailAdmin,
]);
