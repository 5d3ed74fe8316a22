import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { given, IdQuery } from "#api/http/fields.js";
import {
  countSpuTabs,
  createSpu,
  deleteSpu,
  pageSpusForOperators,
  getSpu,
  namedProperties,
  setStock,
  shelveSpu,
  updateSpu,
  type SpuChange,
} from "#shared/domains/catalog/index.js";
import { deliveryTemplate } from "#shared/domains/trade/index.js";
import {
  SkuStockBody,
  SpuAdminDetailView,
  SpuAdminPageQuery,
  SpuAdminPageView,
  SpuCountView,
  SpuCreateBody,
  SpuStatusBody,
  SpuUpdateBody,
} from "./spuAdmin.schemas.js";
import { spuAdminDetailView, spuAdminView } from "./spuAdmin.views.js";

type SkuInput = z.output<typeof SpuUpdateBody>["skus"][number];

/** Maps the request to the domain's names; the properties of variants get their current names. */
async function spuFieldsOf<S extends SkuInput>(
  { isNew, ...body }: Omit<z.output<typeof SpuUpdateBody>, "id" | "skus">,
  skus: readonly S[],
) {
  // Not in the catalog's own checks: fee templates belong to trade.
  if (body.deliveryTemplateId) await deliveryTemplate(body.deliveryTemplateId);
  const hasProperties = skus.some((sku) => sku.properties?.some(({ propertyId }) => propertyId !== 0));
  const specType = body.specType ?? (skus.length > 1 || hasProperties);
  const named = specType ? await namedProperties(skus.map((sku) => sku.properties ?? [])) : [];
  const variants = skus.map(({ price, marketPrice, costPrice, properties: _ids, ...sku }, index) => ({
    ...given({ ...sku, properties: named[index], marketPriceFen: marketPrice, costPriceFen: costPrice }),
    priceFen: price,
  }));
  return { ...given({ ...body, isNewArrival: isNew }), specType, skus: variants as SpuChange["skus"] };
}

const create = endpoint({
  method: "post",
  path: "/admin-api/product/spu/create",
  access: operator("product:spu:create"),
  summary: "Creates a product with its variants and returns its id; it is on shelf unless status says otherwise",
  input: { body: SpuCreateBody },
  output: z.number().int(),
  idempotent: "after",
  handle: async ({ body: { skus, ...body } }) => {
    const { skus: variants, ...fields } = await spuFieldsOf(body, skus);
    const stocked = variants.map((variant, index) => ({ ...variant, stock: skus[index]!.stock }));
    return (await createSpu({ ...fields, skus: stocked })).spuId;
  },
});

const update = endpoint({
  method: "put",
  path: "/admin-api/product/spu/update",
  access: operator("product:spu:update"),
  summary: "Updates a product; variants are matched by their properties and keep their ids",
  input: { body: SpuUpdateBody },
  output: z.boolean(),
  handle: async ({ body: { id, skus, ...body } }) => updateSpu(id, await spuFieldsOf(body, skus)),
});

const updateStatus = endpoint({
  method: "put",
  path: "/admin-api/product/spu/update-status",
  access: operator("product:spu:update"),
  summary: "Sets the status of a product: 1 on shelf, 0 off shelf, -1 recycle bin",
  input: { body: SpuStatusBody },
  output: z.boolean(),
  handle: ({ body }) => shelveSpu(body.id, body.status),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/product/spu/delete",
  access: operator("product:spu:delete"),
  summary: "Deletes a product that is in the recycle bin",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteSpu(query.id),
});

const getDetail = endpoint({
  method: "get",
  path: "/admin-api/product/spu/get-detail",
  access: operator("product:spu:query"),
  summary: "Returns a product of any status with its variants",
  input: { query: IdQuery },
  output: SpuAdminDetailView,
  handle: ({ query }) => getSpu(query.id),
  view: ({ spu, skus }) => spuAdminDetailView(spu, skus),
});

const page = endpoint({
  method: "get",
  path: "/admin-api/product/spu/page",
  access: operator("product:spu:query"),
  summary: "Lists products by tab; tabType 0 on sale, 1 off shelf, 2 sold out, 3 at most 10 left, 4 recycle bin",
  input: { query: SpuAdminPageQuery },
  output: SpuAdminPageView,
  handle: ({ query }) => pageSpusForOperators(query),
  view: ({ list, total }) => ({ list: list.map(spuAdminView), total }),
});

const getCount = endpoint({
  method: "get",
  path: "/admin-api/product/spu/get-count",
  access: operator("product:spu:query"),
  summary: "Counts the products of each tab",
  output: SpuCountView,
  handle: () => countSpuTabs(),
});

const updateStock = endpoint({
  method: "put",
  path: "/admin-api/product/sku/update-stock",
  access: operator("product:spu:update"),
  summary: "Sets or adjusts the available stock of a variant; the stock movement records the reason",
  input: { body: SkuStockBody },
  output: z.boolean(),
  handle: ({ body: { skuId, stock, change, reason } }) =>
    setStock(skuId, stock === undefined ? { change: change ?? 0 } : { stock }, reason),
});

export const spuAdminEndpoints = [create, update, updateStatus, remove, getDetail, page, getCount, updateStock];
