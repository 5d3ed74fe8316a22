import type { z } from "zod";
import { epochMs } from "#api/http/fields.js";
import { channelKinds } from "#shared/domains/pay/channel/payChannel.codes.js";
import { currentLanguage } from "#shared/kernel/request/context.js";
import type { ChannelInput, PayAppDoc, PayAppInput, PayAppRow, PayChannelRow } from "#shared/domains/pay/index.js";
import type {
  PayAppCreateBody,
  PayAppRowView,
  PayAppView,
  PayChannelCreateBody,
  PayChannelView,
} from "./payApp.schemas.js";

export const payAppInput = (body: z.output<typeof PayAppCreateBody>): PayAppInput => ({
  key: body.appKey,
  name: body.name,
  status: body.status,
  orderNotifyUrl: body.orderNotifyUrl,
  refundNotifyUrl: body.refundNotifyUrl,
});

const payAppFields = (app: PayAppDoc) => ({
  id: app._id,
  appKey: app.key,
  name: app.name,
  status: app.status,
  orderNotifyUrl: app.orderNotifyUrl,
  refundNotifyUrl: app.refundNotifyUrl,
  createTime: app.createdAt.getTime(),
});

export const payAppRowView = (app: PayAppRow): z.input<typeof PayAppRowView> => ({
  ...payAppFields(app),
  channelCodes: app.channelCodes,
});

export const payAppView = (app: PayAppDoc & { secret: string }): z.input<typeof PayAppView> => ({
  ...payAppFields(app),
  secret: app.secret,
});

export const payChannelInput = (body: z.output<typeof PayChannelCreateBody>): ChannelInput => ({
  appId: body.appId,
  code: body.code,
  status: body.status,
  feeRate: body.feeRate,
  config: body.config,
});

export function payChannelView(channel: PayChannelRow): z.input<typeof PayChannelView> {
  const { config } = channel;
  return {
    id: channel._id,
    appId: channel.appId,
    code: channel.code,
    status: channel.status,
    feeRate: channel.feeRate,
    config: config && { ...shown(config.fields), keys: config.keys },
    olderKeysUntil: epochMs(channel.olderUntil),
    createTime: channel.createdAt.getTime(),
  };
}

const shownFields = ["appId", "mchId", "certSerialNo", "publicKeyId", "serverUrl", "sellerId"] as const;
const shown = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(shownFields.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]!]));

/** The channel's name for people; for an unknown code the code itself. */
export const channelName = (code: string): string =>
  (channelKinds as Partial<Record<string, Record<"en" | "zh", string>>>)[code]?.[currentLanguage()] ?? code;
