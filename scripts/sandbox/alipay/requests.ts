/** The biz_content of each method, with its limits. Amounts arrive in yuan and are fen from here on. */
import { z } from "zod";
import { readBeijingClock } from "../beijingTime.js";
import { invalid, missing, refused } from "./refusal.js";

/** "88.88" or 88.88; 0.01 to 100000000. */
const Yuan = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => /^\d{1,9}(\.\d{1,2})?$/.test(text), "must be yuan with at most two decimals")
  .transform((text) => {
    const [whole = "0", part = ""] = text.split(".");
    return Number(whole) * 100 + Number(part.padEnd(2, "0"));
  })
  .refine((fen) => fen >= 1 && fen <= 10_000_000_000, "must be 0.01 to 100000000");

const OutTradeNo = z.string().regex(/^\w{1,64}$/, "must be 1 to 64 letters, digits or underscores");
const OutRequestNo = z.string().min(1).max(64);
const TradeNo = z.string().min(1).max(64);

/** A trade is named by either number; with both, trade_no applies. */
const trade = { out_trade_no: OutTradeNo.optional(), trade_no: TradeNo.optional() };
const isNamed = (body: { out_trade_no?: string | undefined; trade_no?: string | undefined }): boolean =>
  body.out_trade_no !== undefined || body.trade_no !== undefined;
const NOT_NAMED = { path: ["out_trade_no"], message: "give out_trade_no or trade_no" };

export const PayContent = z.object({
  out_trade_no: OutTradeNo,
  total_amount: Yuan,
  subject: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^/=&]*$/, "must not hold / = &"),
  product_code: z.string(),
  body: z.string().max(128).optional(),
  passback_params: z.string().max(512).optional(),
  time_expire: z
    .string()
    .transform(readBeijingClock)
    .refine((at) => !Number.isNaN(at), "must be yyyy-MM-dd HH:mm:ss")
    .optional(),
  /** 1m to 15d; 1c is the end of the day. */
  timeout_express: z
    .string()
    .regex(/^(?:[1-9]\d{0,4}[mhd]|1c)$/, "must be such as 30m, 2h, 1d or 1c")
    .optional(),
});
export type PayContent = z.infer<typeof PayContent>;

export const TradeContent = z.object(trade).refine(isNamed, NOT_NAMED);
export type TradeContent = z.infer<typeof TradeContent>;

export const RefundContent = z
  .object({
    ...trade,
    refund_amount: Yuan,
    refund_reason: z.string().max(256).optional(),
    out_request_no: OutRequestNo.optional(),
  })
  .refine(isNamed, NOT_NAMED);
export type RefundContent = z.infer<typeof RefundContent>;

export const RefundQueryContent = z
  .object({ ...trade, out_request_no: OutRequestNo, query_options: z.array(z.string()).optional() })
  .refine(isNamed, NOT_NAMED);
export type RefundQueryContent = z.infer<typeof RefundQueryContent>;

export const BillContent = z.object({
  bill_type: z.literal("trade"),
  bill_date: z.string().regex(/^\d{4}-\d\d-\d\d$/, "must be yyyy-MM-dd"),
});

/** Parses biz_content, or throws the provider's refusal with the field in sub_msg. */
export function parseContent<T>(schema: z.ZodType<T>, content: string | undefined): T {
  if (!content) throw missing("isv.missing-biz-content", "缺少业务参数: biz_content");
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw invalid("isv.invalid-parameter", "参数无效: biz_content is not JSON");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw refused("INVALID_PARAMETER", `参数无效: ${issue?.path.join(".") || "biz_content"} ${issue?.message ?? ""}`);
}
