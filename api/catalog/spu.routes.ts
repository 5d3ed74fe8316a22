import { endpoint, member } from "#api/http/endpoint.js";
import { pageSpus, getSpuDetail } from "#shared/domains/catalog/index.js";
import { vipPercentOf, type VipPercent } from "#shared/domains/loyalty/index.js";
import { recordBrowse } from "#shared/domains/salesReports/index.js";
import { SpuDetailBody, SpuDetailView, SpuPageBody, SpuPageView } from "./spu.schemas.js";
import { spuDetailView, spuView } from "./spu.views.js";

const getSpuPage = endpoint({
  method: "post",
  path: "/app-api/product/spu/page",
  access: member(),
  summary: "Lists products on shelf, with filters, search and sorting",
  input: { body: SpuPageBody },
  output: SpuPageView,
  handle: ({ body, actor }) => withVip(actor.memberId, pageSpus(body)),
  view: ({ found: { list, total }, vip }) => ({ list: list.map((spu) => spuView(spu, vip)), total }),
});

const getDetail = endpoint({
  method: "post",
  path: "/app-api/product/spu/getSpuDetail",
  access: member(),
  summary: "Returns a product on shelf with its variants",
  input: { body: SpuDetailBody },
  output: SpuDetailView,
  handle: async ({ body, actor }) => {
    const found = await withVip(actor.memberId, getSpuDetail(body.id));
    recordBrowse(body.id, actor.memberId);
    return found;
  },
  view: ({ found: { spu, skus }, vip }) => spuDetailView(spu, skus, vip),
});

/** The result, and the member's level discount for vipPrice. */
async function withVip<T>(memberId: number, finding: Promise<T>): Promise<{ found: T; vip: VipPercent | null }> {
  const [found, vip] = await Promise.all([finding, vipPercentOf(memberId)]);
  return { found, vip };
}

export const spuEndpoints = [getSpuPage, getDetail];
