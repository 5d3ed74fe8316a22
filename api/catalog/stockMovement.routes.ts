import { z } from "zod";
import { csvExport, onlyCount, shopTime } from "#api/http/csv/csvExport.js";
import { endpoint, operator } from "#api/http/endpoint.js";
import { DateRange, LongId, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import {
  eachStockMovement,
  pageStockMovements,
  stockMovementKinds,
  type StockMovementOfSpu,
} from "#shared/domains/catalog/index.js";

const BASE = "/admin-api/product/stock-movement";
const NOUN = "product:stock-movement";
const int = z.number().int();

const Query = pageInput({
  spuId: optional(LongId),
  skuId: optional(LongId),
  kind: optional(z.enum(stockMovementKinds)),
  refId: optional(z.string().max(100)),
  createTime: DateRange,
});

const View = z.object({
  id: int,
  skuId: int,
  /** Null once the variant is deleted. */
  spuId: int.nullable(),
  spuName: z.string().nullable(),
  /**
   * reserve: held by an unpaid order; release: given back; commit: paid; restore: sold units returned; withdraw: that was
   * taken back; adjust: set.
   */
  kind: z.enum(stockMovementKinds),
  /** Its cause, such as order-17. */
  refId: z.string(),
  /** Units; signed for adjust only. */
  count: int,
  /** The operator's reason for setting it. */
  reason: z.string(),
  createTime: Time,
});

const view = (row: StockMovementOfSpu): z.input<typeof View> => ({
  id: row._id,
  skuId: row.skuId,
  spuId: row.spu?._id ?? null,
  spuName: row.spu?.name ?? null,
  kind: row.kind,
  refId: row.refId,
  count: row.count,
  // Older rows have none.
  reason: row.reason ?? "",
  createTime: row.createdAt.getTime(),
});

const page = endpoint({
  method: "get",
  path: `${BASE}/page`,
  access: operator(`${NOUN}:query`),
  summary: "Lists stock movements with their causes, newest first",
  input: { query: Query },
  output: pageOf(View),
  handle: ({ query }) => pageStockMovements(query, query),
  view: ({ list, total }) => ({ list: list.map(view), total }),
});

const exported = csvExport({
  path: BASE,
  noun: NOUN,
  summary: "Exports the stock movements that match the same filters as a CSV file",
  pageQuery: Query,
  count: async (query) => (await pageStockMovements(query, onlyCount)).total,
  rows: eachStockMovement,
  columns: [
    ["Movement", "流水编号", (row) => row._id],
    ["Variant", "规格编号", (row) => row.skuId],
    ["Kind", "类型", (row) => row.kind],
    ["Cause", "业务单号", (row) => row.refId],
    ["Units", "数量", (row) => row.count],
    ["Reason", "原因", (row) => row.reason ?? ""],
    ["Made at", "创建时间", (row) => shopTime(row.createdAt)],
  ],
});

export const stockMovementEndpoints = [page, exported];
