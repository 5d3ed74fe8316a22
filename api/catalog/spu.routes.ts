import { endpoint, member } from "#api/http/endpoint.js";
import { findSpuPage, getSpuDetail } from "#shared/domains/catalog/index.js";
import { SpuDetailBody, SpuDetailView, SpuPageBody, SpuPageView } from "./spu.schemas.js";
import { spuDetailView, spuView } from "./spu.views.js";

const getSpuPage = endpoint({
  method: "post",
  path: "/app-api/product/spu/page",
  access: member(),
  summary: "Products on shelf, filtered, searched and sorted",
  input: { body: SpuPageBody },
  output: SpuPageView,
  handle: ({ body }) => findSpuPage(body),
  view: ({ list, total }) => ({ list: list.map(spuView), total }),
});

const getDetail = endpoint({
  method: "post",
  path: "/app-api/product/spu/getSpuDetail",
  access: member(),
  summary: "A product on shelf with its variants",
  input: { body: SpuDetailBody },
  output: SpuDetailView,
  handle: ({ body }) => getSpuDetail(body.id),
  view: ({ spu, skus }) => spuDetailView(spu, skus),
});

export const spuEndpoints = [getSpuPage, getDetail];
