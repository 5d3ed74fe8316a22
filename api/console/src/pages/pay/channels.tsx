import { useLanguage, type Pair } from "../../texts/texts";

/** The channels for members, as the members' apps name them. */
export const channelNames: Readonly<Record<string, Pair>> = {
  wallet: ["Wallet", "钱包支付"],
  social_lite: ["Mini program pay", "小程序支付"],
  social_app: ["App pay", "App 支付"],
  social_native: ["QR code pay", "扫码支付"],
  social_pub: ["Official account pay", "公众号支付"],
  payplat_app: ["Third-party app pay", "第三方 App 支付"],
  payplat_pc: ["Third-party web pay", "第三方网站支付"],
};
export const channelOptions = Object.entries(channelNames).map(([value, label]) => ({ value, label }));

export function Channel({ code }: { code: string | null }) {
  const { of } = useLanguage();
  if (code === null) return <>–</>;
  const name = channelNames[code];
  return <>{name ? of(name) : code}</>;
}
