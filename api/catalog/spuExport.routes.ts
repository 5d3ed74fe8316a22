import { csvExport, named, onlyCount, shopTime, yuan } from "#api/http/csv/csvExport.js";
import { eachSpu, pageSpusForOperators } from "#shared/domains/catalog/index.js";
import { SpuAdminPageQuery } from "./spuAdmin.schemas.js";
import { SpuStatus } from "#shared/domains/catalog/catalog.states.js";

const status = named({
  [SpuStatus.recycled]: ["recycle bin", "回收站"],
  [SpuStatus.offShelf]: ["off shelf", "下架"],
  [SpuStatus.onShelf]: ["on shelf", "上架"],
});
const yes = (flag: boolean): number => (flag ? 1 : 0);

export const spuExport = csvExport({
  path: "/admin-api/product/spu",
  noun: "product:spu",
  summary: "Exports the products that match the same filters as a CSV file",
  pageQuery: SpuAdminPageQuery,
  count: async (query) => (await pageSpusForOperators({ ...query, ...onlyCount })).total,
  rows: eachSpu,
  columns: [
    ["Product", "商品编号", (row) => row._id],
    ["Name", "名称", (row) => row.name],
    ["Keyword", "关键字", (row) => row.keyword],
    ["Introduction", "简介", (row) => row.introduction],
    ["Category", "分类编号", (row) => row.categoryId],
    ["Brand", "品牌编号", (row) => row.brandId],
    ["Status", "状态", (row) => status(row.status)],
    ["Price (yuan)", "售价(元)", (row) => yuan(row.priceFen)],
    ["Market price (yuan)", "市场价(元)", (row) => yuan(row.marketPriceFen)],
    ["Stock", "库存", (row) => row.stock],
    ["Sold", "销量", (row) => row.salesCount],
    ["Added to sold", "虚拟销量", (row) => row.virtualSalesCount],
    ["Points given", "赠送积分", (row) => row.giveIntegral],
    ["Hot", "热卖", (row) => yes(row.isHot)],
    ["New", "新品", (row) => yes(row.isNewArrival)],
    ["Virtual", "虚拟商品", (row) => yes(row.isVirtual)],
    ["Place", "排序", (row) => row.sort],
    ["Made at", "创建时间", (row) => shopTime(row.createdAt)],
  ],
});
