/** The request bodies of the payment API v3, with its limits. */
import { z } from "zod";
import { measureError, parameterError } from "./refusal.js";

/** The provider measures texts in bytes of UTF-8, and says how many there were; `title` is its own name of the field. */
const Bytes = (field: string, title: string, least: number, most: number) =>
  z.string().superRefine((text, context) => {
    const count = Buffer.byteLength(text);
    const bound = count < least ? `小于最小值 ${least}` : count > most ? `大于最大值 ${most}` : undefined;
    if (bound === undefined) return;
    const message = `输入源“/body/${field}”映射到值字段“${title}”字符串规则校验失败，字节数 ${count}，${bound}`;
    context.addIssue({ code: "custom", message, params: { count } });
  });

/** Digits, letters and _-|* only. */
const OutTradeNo = Bytes("out_trade_no", "商户订单号", 6, 32).regex(
  /^[0-9A-Za-z_\-|*]*$/,
  "must be of 0-9 a-z A-Z _ - | *",
);
const OutRefundNo = Bytes("out_refund_no", "商户退款单号", 1, 64).regex(
  /^[0-9A-Za-z_\-|*@]*$/,
  "must be of 0-9 a-z A-Z _ - | * @",
);
/** The provider calls the address unchanged and refuses one with parameters. Real ones must be https. */
const NotifyUrl = z
  .string()
  .max(255)
  .regex(/^https?:\/\/[^\s?#]+$/, "must be an absolute URL without query");
const Rfc3339 = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, "must be RFC 3339 with an offset")
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a date that exists");
const Fen = z.int().min(1);
const Currency = z.literal("CNY").default("CNY");

export const PrepayBody = z.object({
  appid: z.string().min(1).max(32),
  mchid: z.string().min(1).max(32),
  description: Bytes("description", "商品描述", 1, 127),
  out_trade_no: OutTradeNo,
  time_expire: Rfc3339.optional(),
  attach: Bytes("attach", "附加数据", 1, 128).optional(),
  notify_url: NotifyUrl,
  amount: z.object({ total: Fen, currency: Currency }),
  payer: z.object({ openid: z.string().min(1).max(128) }).optional(),
});
export type PrepayBody = z.infer<typeof PrepayBody>;

export const CloseBody = z.object({ mchid: z.string().min(1).max(32) });

export const RefundBody = z
  .object({
    transaction_id: z.string().min(1).max(32).optional(),
    out_trade_no: OutTradeNo.optional(),
    out_refund_no: OutRefundNo,
    reason: Bytes("reason", "退款原因", 1, 80).optional(),
    notify_url: NotifyUrl.optional(),
    amount: z.object({ refund: Fen, total: Fen, currency: z.literal("CNY") }),
  })
  .refine((body) => (body.transaction_id === undefined) !== (body.out_trade_no === undefined), {
    path: ["out_trade_no"],
    message: "give either transaction_id or out_trade_no",
  });
export type RefundBody = z.infer<typeof RefundBody>;

/** The fields of an account are encrypted with the platform's key; the merchant's own account needs none. */
export const RedirectBody = z
  .object({
    out_refund_no: OutRefundNo,
    type: z.enum(["USER_BANK_CARD", "MERCHANT_BANK_CARD"]),
    bank_type: z.string().max(32).optional(),
    bank_account: z.string().max(1024).optional(),
    real_name: z.string().max(1024).optional(),
  })
  .refine(
    ({ type, bank_type, bank_account, real_name }) =>
      type !== "USER_BANK_CARD" || (bank_type && bank_account && real_name),
    {
      path: ["bank_account"],
      message: "is required with bank_type and real_name",
    },
  );
export type RedirectBody = z.infer<typeof RedirectBody>;

/** Parses a body, or throws PARAM_ERROR with the JSON pointer of the first invalid field. */
export function parseRequest<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw parameterError("body", "the body is not JSON");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "custom" && issue.params)
    throw measureError(`/${issue.path.join("/")}`, issue.message, issue.params);
  throw parameterError(`/${issue?.path.join("/") ?? ""}`, issue?.message ?? "is not valid");
}
