import { alipayAdapter } from "#shared/integrations/alipay/index.js";
import type { PayChannelAdapter, PrepayKind } from "#shared/integrations/payChannel.js";
import { wechatpayAdapter } from "#shared/integrations/wechatpay/index.js";
import { config } from "#shared/platform/config.js";
import { certificateStore } from "./certificateStore.js";
import { payErrors } from "./pay.errors.js";
import { channelKinds, type ChannelCode, type ChannelFamily, type DisplayMode } from "./payChannel.codes.js";

/** The wallet is our own: nobody is called. */
const adapters: Partial<Record<ChannelFamily, PayChannelAdapter>> = {
  wechatpay: wechatpayAdapter(certificateStore),
  payplat: alipayAdapter(),
};

/** The platform behind a channel. Throws 1007001001 for one without. */
export function adapterFor(code: ChannelCode): PayChannelAdapter {
  const adapter = adapters[channelKinds[code].family];
  if (!adapter) throw payErrors.ChannelDisabled();
  return adapter;
}

const kinds: Partial<Record<ChannelCode, PrepayKind>> = {
  social_lite: "jsapi",
  social_pub: "jsapi",
  social_app: "app",
  social_native: "native",
  payplat_app: "app",
};
export function prepayKindOf(code: ChannelCode, mode: DisplayMode): PrepayKind {
  if (code === "payplat_pc") return mode === "form" ? "pageForm" : "pageUrl";
  return kinds[code] ?? "native";
}

/** Where platforms call back; read at each call, as a process may learn its address late. */
export const callbackUrl = (channelId: number): string => `${config.PUBLIC_URL}/callback/pay/${channelId}`;
