import { z } from "zod";
import { LongId, longOf, nameText, optional, pageInput, pageOf, Time } from "#api/http/fields.js";
import { channelCodes } from "#shared/domains/pay/channel/payChannel.codes.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** 0 enabled, 1 disabled. */
const Status = longOf(Object.values(EnabledStatus));
const Address = z
  .preprocess(
    (value) => (value === "" ? null : value),
    z
      .url({ protocol: /^https?$/ })
      .max(1_024)
      .nullish(),
  )
  .transform((value) => value ?? "");

export const PayAppCreateBody = z.object({
  appKey: z.string().regex(/^[\w-]{1,64}$/, "must be 1 to 64 letters, digits, _ or -"),
  name: nameText(64),
  status: Status,
  orderNotifyUrl: Address,
  refundNotifyUrl: Address,
});
export const PayAppUpdateBody = PayAppCreateBody.extend({ id: LongId });
export const PayAppStatusBody = z.object({ id: LongId, status: Status });
export const PayAppPageQuery = pageInput({
  name: optional(z.string().max(64)),
  appKey: optional(z.string().max(64)),
  status: optional(Status),
});

/** A list row shows no secret; `get` does, to those who may read it (rules: Payment). */
export const PayAppRowView = z.object({
  id: z.number(),
  appKey: z.string(),
  name: z.string(),
  status: z.number(),
  orderNotifyUrl: z.string(),
  refundNotifyUrl: z.string(),
  channelCodes: z.array(z.string()),
  createTime: Time,
});
export const PayAppView = PayAppRowView.omit({ channelCodes: true }).extend({ secret: z.string() });
export const PayAppPage = pageOf(PayAppRowView);
export const PayAppList = z.array(PayAppRowView);

const FeeRate = z
  .number()
  .min(0)
  .max(100)
  .refine((rate) => Math.abs(rate * 10_000 - Math.round(rate * 10_000)) < 1e-6, "must have at most four decimals");

/** Some clients send the configuration as JSON text. The channel's provider checks its content. */
const Config = z
  .preprocess(
    (value) => {
      if (typeof value !== "string") return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        return value;
      }
    },
    z.record(z.string().max(64), z.unknown()).nullish(),
  )
  .meta({ override: { type: ["object", "null"] } });

export const PayChannelCreateBody = z.object({
  appId: LongId,
  code: z.enum(channelCodes),
  status: Status,
  feeRate: FeeRate,
  config: Config,
});
export const PayChannelUpdateBody = PayChannelCreateBody.extend({ id: LongId });
export const PayChannelRotateBody = z.object({
  id: LongId,
  config: z.object({
    privateKey: optional(z.string()),
    certSerialNo: optional(z.string()),
    apiV3Key: optional(z.string()),
    publicKeyId: optional(z.string()),
    publicKey: optional(z.string()),
    alipayPublicKey: optional(z.string()),
  }),
});
export const PayChannelPageQuery = pageInput({
  appId: optional(LongId),
  code: optional(z.enum(channelCodes)),
  status: optional(Status),
});
export const PayChannelQuery = z
  .object({ id: optional(LongId), appId: optional(LongId), code: optional(z.enum(channelCodes)) })
  .refine(({ id, appId, code }) => id !== undefined || (appId !== undefined && code !== undefined), {
    path: ["id"],
    error: "id, or appId and code",
  });

export const PayChannelView = z.object({
  id: z.number(),
  appId: z.number(),
  code: z.string(),
  status: z.number(),
  feeRate: z.number(),
  /** Null: the environment's. Keys are never shown: `keys` lists those that are set. */
  config: z
    .object({
      appId: z.string().optional(),
      mchId: z.string().optional(),
      certSerialNo: z.string().optional(),
      publicKeyId: z.string().optional(),
      serverUrl: z.string().optional(),
      sellerId: z.string().optional(),
      keys: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
    })
    .nullable(),
  /** Replaced keys are valid until then. */
  olderKeysUntil: Time.nullable(),
  createTime: Time,
});
export const PayChannelPage = pageOf(PayChannelView);
