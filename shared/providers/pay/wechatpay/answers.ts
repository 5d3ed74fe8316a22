import { z } from "zod";

/** The provider's replies and callbacks, as far as we read them. */

export const Refusal = z.object({ code: z.string(), message: z.string().default("") });

export const NativeAnswer = z.object({ code_url: z.string().min(1) });
export const PrepayAnswer = z.object({ prepay_id: z.string().min(1) });

export const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.enum(["SUCCESS", "REFUND", "NOTPAY", "CLOSED", "REVOKED", "USERPAYING", "PAYERROR", "ACCEPT"]),
  success_time: z.string().optional(),
  payer: z.object({ openid: z.string().optional() }).optional(),
  amount: z.object({ total: z.number().int(), currency: z.string().default("CNY") }).optional(),
});
export type Transaction = z.output<typeof Transaction>;

const refundStates = z.enum(["SUCCESS", "CLOSED", "PROCESSING", "ABNORMAL"]);
export const Refund = z.object({
  out_refund_no: z.string(),
  refund_id: z.string(),
  status: refundStates,
  success_time: z.string().optional(),
  /** Where the money went, or was to go, in words. */
  user_received_account: z.string().optional(),
  amount: z.object({ currency: z.literal("CNY").optional() }).optional(),
});
export type Refund = z.output<typeof Refund>;
/** The callback uses another name for the state. */
export const RefundNotice = z.object({
  /** Usually absent. */
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: z.string().default(""),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: refundStates,
  success_time: z.string().optional(),
  user_received_account: z.string().optional(),
  amount: z.object({ currency: z.string().default("CNY"), refund: z.number().int().default(0) }).optional(),
});

const Sealed = z.object({
  algorithm: z.literal("AEAD_AES_256_GCM"),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().optional(),
});
export const Certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), expire_time: z.string(), encrypt_certificate: Sealed })).min(1),
});
export const Notice = z.object({
  id: z.string().min(1).max(64),
  event_type: z.string(),
  resource: Sealed,
});
