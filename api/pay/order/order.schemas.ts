import { z } from "zod";
import { LongId, optional, QueryBoolean } from "#api/http/fields.js";
import { config } from "#shared/kernel/config/config.js";
import { isAllowedUrl, webAddress } from "#shared/kernel/http/allowedUrl.js";
import {
  channelCodes,
  channelKinds,
  type DisplayMode,
  displayModes,
} from "#shared/domains/pay/channel/payChannel.codes.js";

export const PayOrderQuery = z.object({ id: LongId, sync: optional(QueryBoolean) });

/** A pay order; fields that are not set yet are null. */
export const PayOrderView = z.object({
  id: z.number(),
  appId: z.number(),
  channelId: z.number().nullable(),
  channelCode: z.string().nullable(),
  merchantOrderId: z.string(),
  subject: z.string(),
  body: z.string(),
  notifyUrl: z.string(),
  price: z.number(),
  channelFeeRate: z.number().nullable(),
  channelFeePrice: z.number().nullable(),
  status: z.number(),
  userIp: z.string(),
  expireTime: z.number(),
  successTime: z.number().nullable(),
  extensionId: z.number().nullable(),
  no: z.string().nullable(),
  refundPrice: z.number(),
  channelUserId: z.number().nullable(),
  channelOrderNo: z.string().nullable(),
  createTime: z.number(),
  walletCombinationPaymentPrice: z.number(),
  walletCombinationRefundPrice: z.number(),
  isVirtualSpuBoolean: z.boolean(),
});

/** Case-insensitive (rules: Payment); anything but text fails at the enum. */
const Mode = z
  .preprocess((value) => (typeof value === "string" ? value.toLowerCase() : value), z.enum(displayModes))
  .meta({ override: { type: "string", enum: [...displayModes] } });

const ChannelExtras = z.object({
  openid: optional(z.string().trim().max(128)),
  wallet_combination_payment_price: optional(z.string().max(32)),
});

export const PaySubmitBody = z
  .object({
    id: LongId,
    userId: LongId,
    channelCode: z.enum(channelCodes),
    channelExtras: optional(ChannelExtras),
    displayMode: Mode,
    returnUrl: z
      .string()
      .max(1_024)
      .refine((text) => webAddress(text) !== undefined, { error: "must be a web address", abort: true })
      .transform((text) => webAddress(text)!),
  })
  .superRefine((body, context) => {
    const refuse = (path: string[], message: string): void =>
      context.addIssue({ code: "custom", path, message, input: body });
    const kind = channelKinds[body.channelCode];
    const modes: readonly DisplayMode[] = kind.modes;
    if (!modes.includes(body.displayMode))
      refuse(["displayMode"], `must be one of ${modes.join(", ")} for ${body.channelCode}`);
    if (kind.needsOpenid && !body.channelExtras?.openid)
      refuse(["channelExtras", "openid"], `is required for ${body.channelCode}`);
    if (!isAllowedUrl(body.returnUrl, config.RETURN_URLS)) refuse(["returnUrl"], "must begin with an allowed address");
  });

export const PaySubmitted = z.object({
  status: z.number(),
  displayMode: z.string().nullable(),
  displayContent: z.string().nullable(),
});
