import {
  type AlipayMerchant,
  environmentMerchant as alipayOfEnvironment,
} from "#shared/providers/pay/alipay/merchant.js";
import { alipayVerifier } from "#shared/providers/pay/alipay/verifier.js";
import type { NoticeVerifier } from "#shared/providers/pay/port.js";
import {
  environmentMerchant as wechatpayOfEnvironment,
  type ProviderKey,
  type WechatpayClient,
  type WechatpayMerchant,
} from "#shared/providers/pay/wechatpay/merchant.js";
import { wechatpayVerifier } from "#shared/providers/pay/wechatpay/verifier.js";
import { clock } from "#shared/kernel/time/clock.js";
import { isOn } from "#shared/kernel/config/providers.js";
import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import { config } from "#shared/kernel/config/config.js";
import { certificateStoreOf } from "./certificateStore.js";
import { openConfig, type AlipayConfig, type ChannelConfig, type WechatpayConfig } from "./channelConfig.js";
import { payErrors } from "../pay.errors.js";
import type { ChannelConfigRow, PayChannelDoc } from "./payApp.model.js";
import { channelKinds, type ChannelCode, type ChannelFamily } from "./payChannel.codes.js";

/** The merchant that receives a channel's money: its number at WeChat Pay, its application at Alipay. */
export type ChannelMerchant = { merchantId: string; verifier: NoticeVerifier } & (
  | { family: "wechatpay"; merchantNow: () => WechatpayMerchant }
  | { family: "payplat"; merchantNow: () => AlipayMerchant }
);

/** The merchant in the environment's configuration, for every channel without a configuration of its own. */
export function environmentMerchantId(family: ChannelFamily): string {
  return family === "wechatpay" ? config.WECHATPAY_MCH_ID : config.ALIPAY_APP_ID;
}

export function merchantIdOf(entered: ChannelConfig | null, family: ChannelFamily): string {
  if (entered?.family === "payplat") return entered.appId;
  return entered?.mchId ?? environmentMerchantId(family);
}

type Channel = Pick<PayChannelDoc, "code" | "configs">;

/** The configuration for new payments; null: the environment's. */
export function configOf({ configs = [] }: Channel): ChannelConfig | null {
  const box = configs[0]?.box;
  return box ? openConfig(box) : null;
}

/**
 * The merchants whose payments a channel handles: first the one for new payments, then those that it replaced. Keys
 * that were replaced within the last 24 h still verify and decrypt for their merchant. None while the provider is off and
 * no merchant was entered. Throws 1007001001 for the wallet, which has no provider.
 */
export function merchantsOf(channel: Channel): ChannelMerchant[] {
  const { family } = channelKinds[channel.code];
  if (family === "wallet") throw payErrors.ChannelDisabled();
  const rows = usableRows(channel, family).filter(
    ({ box }) => isOn(groups[family]) || isOwnMerchant(box ? openConfig(box) : null),
  );
  const ids = [...new Set(rows.map(({ merchantId }) => merchantId))];
  return ids.map((merchantId) => {
    const configs = rows
      .filter((row) => row.merchantId === merchantId)
      .map(({ box }) => (box ? openConfig(box) : null));
    return family === "wechatpay" ? wechatpayOf(merchantId, configs, channel.code) : alipayOf(merchantId, configs);
  });
}

function usableRows({ configs = [] }: Channel, family: ChannelFamily): Pick<ChannelConfigRow, "merchantId" | "box">[] {
  const now = clock.now();
  const usable = configs
    .filter(({ until }) => until === null || until > now)
    // A row without a box means the environment's current merchant, whatever its stored id.
    .map(({ merchantId, box }) => ({ merchantId: box ? merchantId : environmentMerchantId(family), box }));
  return usable.length > 0 ? usable : [{ merchantId: environmentMerchantId(family), box: null }];
}

const groups = { wechatpay: "wechatpay", payplat: "alipay" } as const satisfies Partial<
  Record<ChannelFamily, ProviderGroup>
>;
/** Whether it names a merchant of its own; at WeChat Pay an application alone is not one. */
const isOwnMerchant = (entered: ChannelConfig | null): boolean =>
  entered?.family === "payplat" || entered?.mchId !== undefined;

/**
 * The provider that a channel lacks for new payments: none for the wallet, for a merchant entered by an operator, and
 * where the environment's provider is on.
 */
export function missingProvider(channel: Channel): ProviderGroup | undefined {
  const { family } = channelKinds[channel.code];
  if (family === "wallet" || isOn(groups[family])) return undefined;
  return isOwnMerchant(configOf(channel)) ? undefined : groups[family];
}

/** The application of the environment that opens a channel's payments when the channel configures none. */
const clients: Partial<Record<ChannelCode, WechatpayClient>> = {
  social_lite: "lite",
  social_pub: "pub",
  social_app: "app",
};

/** The newest configuration signs; the older ones' keys only verify and decrypt. */
function wechatpayOf(merchantId: string, configs: (ChannelConfig | null)[], code: ChannelCode): ChannelMerchant {
  const merchantNow = (): WechatpayMerchant => {
    const [first, ...older] = configs.map((one) => wechatpayMerchant(one as WechatpayConfig | null, code));
    return { ...first!, older: [...first!.older, ...older] };
  };
  const verifier = wechatpayVerifier(certificateStoreOf(merchantNow().mchId), merchantNow);
  return { family: "wechatpay", merchantId, merchantNow, verifier };
}

export function wechatpayMerchant(entered: WechatpayConfig | null, code: ChannelCode): WechatpayMerchant {
  const environment = wechatpayOfEnvironment(clients[code]);
  if (!entered) return environment;
  const { appId, mchId, certSerialNo, privateKey, apiV3Key, publicKeyId, publicKey } = entered;
  if (!mchId || !certSerialNo || !privateKey || !apiV3Key) return { ...environment, appId, older: [] };
  const platformKey: ProviderKey | null = publicKeyId && publicKey ? { id: publicKeyId, pem: publicKey } : null;
  return { ...environment, appId, mchId, serial: certSerialNo, privateKey, apiV3Key, platformKey, older: [] };
}

function alipayOf(merchantId: string, configs: (ChannelConfig | null)[]): ChannelMerchant {
  const merchantNow = (): AlipayMerchant => {
    const [first, ...older] = configs.map((one) => alipayMerchant(one as AlipayConfig | null));
    return { ...first!, older };
  };
  return { family: "payplat", merchantId, merchantNow, verifier: alipayVerifier(merchantNow) };
}

function alipayMerchant(entered: AlipayConfig | null): AlipayMerchant {
  const environment = alipayOfEnvironment();
  if (!entered) return environment;
  const gatewayUrl = entered.serverUrl ?? environment.gatewayUrl;
  return {
    gatewayUrl,
    guarded: new URL(gatewayUrl).host !== new URL(environment.gatewayUrl).host,
    appId: entered.appId,
    privateKey: entered.privateKey,
    platformKey: entered.alipayPublicKey,
    sellerId: entered.sellerId ?? null,
    older: [],
  };
}
