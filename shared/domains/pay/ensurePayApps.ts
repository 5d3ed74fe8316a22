import { randomBytes } from "node:crypto";
import { config } from "#shared/platform/config.js";
import { nextId, reserveIdsUpTo } from "#shared/platform/ids.js";
import { isDuplicateKey } from "#shared/platform/mongo.js";
import { encryptSecret } from "#shared/platform/sealed.js";
import { PayAppModel, PayChannelModel } from "./payApp.model.js";
import { channelCodes, channelKinds } from "./payChannel.codes.js";

/** Ids of the two apps (spec, get-enable-code-list). */
export const MALL_APP = 1;
export const WALLET_APP = 8;

/** Families that have an adapter: the channels of the others start disabled, so that nobody is offered what does not work. */
const built = new Set<string>(["wechatpay"]);

/** The two pay apps and their channels. What is there already is left as operators made it. */
export async function ensurePayApps(): Promise<void> {
  await ensureApp(MALL_APP, "mall", "Mall", config.MALL_NOTIFY_URL);
  await ensureApp(WALLET_APP, "wallet", "Wallet", config.WALLET_NOTIFY_URL);
  await reserveIdsUpTo("payApps", WALLET_APP);
  for (const appId of [MALL_APP, WALLET_APP])
    for (const code of channelCodes)
      // Nobody recharges a wallet from a wallet.
      if (code !== "wallet" || appId === MALL_APP) await ensureChannel(appId, code);
}

async function ensureApp(_id: number, key: string, name: string, notifyUrl: string): Promise<void> {
  const secretBox = encryptSecret(`whsec_${randomBytes(32).toString("base64")}`);
  await insertOnce(() =>
    PayAppModel.updateOne(
      { _id },
      { $setOnInsert: { key, name, status: 0, orderNotifyUrl: notifyUrl, refundNotifyUrl: notifyUrl, secretBox } },
      { upsert: true },
    ),
  );
}

async function ensureChannel(appId: number, code: (typeof channelCodes)[number]): Promise<void> {
  if (await PayChannelModel.exists({ appId, code })) return;
  const { family, feeRate } = channelKinds[code];
  const _id = await nextId("payChannels");
  await insertOnce(() => PayChannelModel.create([{ _id, appId, code, status: built.has(family) ? 0 : 1, feeRate }]));
}

/** Another process may have been faster. */
async function insertOnce(insert: () => PromiseLike<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
