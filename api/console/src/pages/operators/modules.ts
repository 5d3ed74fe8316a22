import type { Pair } from "../../texts/texts";

/** The modules of /admin-api, which are prefixes of permissions and audited operations. */
export const modules: Record<string, Pair> = {
  cloudlive: ["Live streams", "直播"],
  cloudvod: ["Videos", "视频"],
  infra: ["Operations", "运维"],
  member: ["Members", "会员"],
  pay: ["Payments", "支付"],
  product: ["Products", "商品"],
  promotion: ["Promotions", "营销"],
  session: ["Sessions", "登录会话"],
  sms: ["SMS", "短信"],
  statistics: ["Statistics", "统计"],
  system: ["System", "系统"],
  trade: ["Orders", "交易"],
  wallet: ["Wallets", "钱包"],
  website: ["Website", "官网"],
};
