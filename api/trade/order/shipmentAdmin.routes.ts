import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { optional, text } from "#api/http/fields.js";
import { checkShipments, type CheckedShipment } from "#shared/domains/trade/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import { errorText } from "#shared/kernel/request/errors.js";

const MOST_ROWS = 200;
const Row = z.object({
  /** The order's number. */
  no: text(64),
  /** The delivery company's name or code; without it the parcel's number tells. */
  company: optional(text(64)),
  logisticsNo: text(64),
});
const int = z.number().int();
const CheckedRow = z.object({
  no: z.string(),
  orderId: int.nullable(),
  receiverName: z.string(),
  logisticsId: int.nullable(),
  logisticsName: z.string(),
  logisticsNo: z.string(),
  /** Why it would not ship; null: it would. */
  fault: z.object({ code: int, msg: z.string() }).nullable(),
});

const checkedRow = (no: string, { order, company, logisticsNo, fault }: CheckedShipment) => ({
  no: order?.no ?? no,
  orderId: order?._id ?? null,
  receiverName: order?.receiverName ?? "",
  logisticsId: company?._id ?? null,
  logisticsName: company?.name ?? "",
  logisticsNo,
  fault: fault ? { code: fault.code, msg: errorText(fault, currentLanguage()) } : null,
});

const check = endpoint({
  method: "post",
  path: "/admin-api/trade/order/check-shipments",
  access: operator("trade:order:ship"),
  summary: "Tells of each parcel of a list whether its order would ship with it now, and changes nothing",
  input: { body: z.object({ list: z.array(Row).min(1).max(MOST_ROWS) }) },
  output: z.object({ list: z.array(CheckedRow) }),
  handle: async ({ body }) => {
    const checked = await checkShipments(body.list.map(({ company = "", ...row }) => ({ ...row, company })));
    return checked.map((one, index) => checkedRow(body.list[index]!.no, one));
  },
  view: (list) => ({ list }),
});

export const shipmentAdminEndpoints = [check];
