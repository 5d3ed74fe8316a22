import type { QueryFilter } from "mongoose";
import { pageOf, pageOfRows, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { configOf } from "./channelMerchants.js";
import { summaryOf, type ConfigSummary } from "./channelConfig.js";
import { payChannelById } from "./changePayChannel.js";
import { payErrors } from "../pay.errors.js";
import { PayAppModel, PayChannelModel, type PayAppDoc, type PayChannelDoc } from "./payApp.model.js";
import { type ChannelCode, channelCodes } from "./payChannel.codes.js";

/** An app with the codes of its enabled channels. */
export type PayAppRow = PayAppDoc & { channelCodes: ChannelCode[] };

interface PayAppSearch {
  name?: string | undefined;
  appKey?: string | undefined;
  status?: EnabledStatus | undefined;
}

/** Pay apps, newest first; `name` matches a part of the name. */
export async function pagePayApps({ name, appKey, status }: PayAppSearch, page: Page): Promise<PageOf<PayAppRow>> {
  // There are few rows, so names are compared here and not by a regular expression built from user input.
  const where: QueryFilter<PayAppDoc> = {
    ...(appKey === undefined ? {} : { key: appKey }),
    ...(status === undefined ? {} : { status }),
  };
  const found = (
    await PayAppModel.find(where).sort({ createdAt: -1, _id: -1 }).limit(1_000).lean<PayAppDoc[]>()
  ).filter((app) => name === undefined || app.name.includes(name));
  const { list, total } = pageOfRows(found, page);
  return { list: await withChannels(list), total };
}

/** All apps, by id. */
export async function listPayApps(): Promise<PayAppRow[]> {
  return withChannels(await PayAppModel.find({}).sort({ _id: 1 }).limit(1_000).lean<PayAppDoc[]>());
}

async function withChannels(apps: PayAppDoc[]): Promise<PayAppRow[]> {
  const enabled = await PayChannelModel.find({
    appId: { $in: apps.map(({ _id }) => _id) },
    status: EnabledStatus.enabled,
  }).lean<PayChannelDoc[]>();
  return apps.map((app) => {
    const codes = new Set(enabled.filter(({ appId }) => appId === app._id).map(({ code }) => code));
    return { ...app, channelCodes: channelCodes.filter((code) => codes.has(code)) };
  });
}

/** A channel with its readable configuration (null: the environment's). `olderUntil`: when replaced keys end. */
export type PayChannelRow = PayChannelDoc & { config: ConfigSummary | null; olderUntil: Date | null };

function rowOf(channel: PayChannelDoc): PayChannelRow {
  const entered = configOf(channel);
  const ends = (channel.configs ?? []).map(({ until }) => until?.getTime() ?? 0);
  const last = Math.max(0, ...ends);
  return { ...channel, config: entered && summaryOf(entered), olderUntil: last > 0 ? new Date(last) : null };
}

interface PayChannelSearch {
  appId?: number | undefined;
  code?: ChannelCode | undefined;
  status?: EnabledStatus | undefined;
}

/** Channels, newest first. */
export async function pagePayChannels(
  { appId, code, status }: PayChannelSearch,
  page: Page,
): Promise<PageOf<PayChannelRow>> {
  const where: QueryFilter<PayChannelDoc> = {
    ...(appId === undefined ? {} : { appId }),
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
  };
  const { list, total } = await pageOf(PayChannelModel, where, page);
  return { list: list.map(rowOf), total };
}

/** Gets a channel by its id, or by its app and code. Throws 1007001000. */
export async function payChannelRow(by: { id: number } | { appId: number; code: ChannelCode }): Promise<PayChannelRow> {
  if ("id" in by) return rowOf(await payChannelById(by.id));
  const channel = await PayChannelModel.findOne({ appId: by.appId, code: by.code }).lean<PayChannelDoc>();
  if (!channel) throw payErrors.ChannelNotFound();
  return rowOf(channel);
}
