/** The requests of the e-invoice provider, its signature check, and its refusals. */
import { createHmac } from "node:crypto";
import { z } from "zod";

/** Sent as {code, describe}, with HTTP 200. */
export class InvoiceRefusal extends Error {
  readonly code: string;

  constructor(code: string, describe: string) {
    super(describe);
    this.code = code;
  }

  toJSON(): { code: string; describe: string } {
    return { code: this.code, describe: this.message };
  }
}

/** base64(HMAC-SHA1) over the address's three parts, the query's four, and the body. */
export function signatureOf(
  secret: string,
  call: { appkey: string; senid: string; nonce: string; timestamp: string; body: string },
): string {
  const { appkey, senid, nonce, timestamp, body } = call;
  const text = `a=services&l=v1&p=open&k=${appkey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`;
  return createHmac("sha1", secret).update(text).digest("base64");
}

const Yuan = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/);
const Detail = z.object({
  goodsName: z.string().min(1).max(92),
  goodsCode: z.string().regex(/^\d{19}$/),
  specType: z.string().max(40).optional(),
  unit: z.string().max(22).optional(),
  num: z.string().regex(/^\d+(\.\d+)?$/),
  price: z.string().regex(/^\d+(\.\d{1,8})?$/),
  withTaxFlag: z.enum(["0", "1"]),
  taxRate: z.string().regex(/^0(\.\d{1,4})?$/),
  tax: Yuan,
  taxExcludedAmount: Yuan,
  taxIncludedAmount: Yuan,
  invoiceLineProperty: z.enum(["0", "1", "2"]).default("0"),
});

const CallbackUrl = z
  .url({ protocol: /^https?$/ })
  .max(256)
  .optional();

export const BillingBody = z.object({
  order: z.object({
    orderNo: z.string().min(1).max(64),
    invoiceType: z.literal("1"),
    invoiceLine: z.enum(["pc", "bs"]),
    invoiceDate: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    buyerName: z.string().min(1).max(100),
    buyerTaxNum: z.string().max(20).optional(),
    buyerAddress: z.string().max(100).optional(),
    buyerTel: z.string().max(40).optional(),
    buyerAccount: z.string().max(200).optional(),
    salerTaxNum: z.string().min(1),
    salerAddress: z.string().min(1),
    salerTel: z.string().min(1),
    salerAccount: z.string().optional(),
    clerk: z.string().min(1).max(20),
    remark: z.string().max(200).optional(),
    pushMode: z.string().optional(),
    callBackUrl: CallbackUrl,
    invoiceDetail: z.array(Detail).min(1).max(2_000),
  }),
});
export type BillingOrder = z.output<typeof BillingBody>["order"];

export const RedBody = z.object({
  orderNo: z.string().min(1).max(64),
  taxNum: z.string().min(1),
  clerk: z.string().optional(),
  invoiceCode: z.string().optional(),
  invoiceNumber: z.string().optional(),
  elecInvoiceNumber: z.string().optional(),
  invoiceId: z.string().optional(),
  callBackUrl: CallbackUrl,
});

export const QueryBody = z.object({
  orderNos: z.array(z.string()).max(50).default([]),
  serialNos: z.array(z.string()).max(50).default([]),
});

/** Parses a service's body, or refuses with the first invalid field. */
export function parseBody<T>(schema: z.ZodType<T>, text: string): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new InvoiceRefusal("E9999", "请求报文不是合法的JSON");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InvoiceRefusal("E9100", `参数错误：${issue?.path.join(".")} ${issue?.message}`);
}

export const fenOf = (yuan: string): number => Math.round(Number(yuan) * 100);
