import type { Language } from "#shared/kernel/request/context.js";
import type { Endpoint } from "../endpoint.js";

/** The sections of the API documentation: the first two parts of a path, with a name for people. */
export const sections: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  "app-api/member": ["Members and sign-in", "会员与登录"],
  "app-api/product": ["Products", "商品"],
  "app-api/promotion": ["Promotions and content", "营销与内容"],
  "app-api/trade": ["Cart, orders, after-sales", "购物车、订单与售后"],
  "app-api/pay": ["Payment and wallet", "支付与钱包"],
  "member/invoiceInfo": ["Invoices", "发票"],
  "member/invoiceTitle": ["Invoice titles", "发票抬头"],
  "app-api/infra": ["Uploads", "文件上传"],
  "app-api/system": ["Areas", "地区"],
  "app-api/social": ["Social provider", "社交平台"],
  "app-api/cloudlive": ["Lives and chat", "直播与聊天"],
  "app-api/cloudvod": ["Videos", "视频"],
  "app-api/website": ["Website", "官网"],
  "api/solution": ["Website: solutions", "官网：解决方案"],
  "api/license": ["Website: licenses", "官网：授权"],
  media: ["Stored files", "已存文件"],
  "pay/qr-code": ["QR codes of payments", "支付二维码"],
  "callback/pay": ["Callbacks of pay channels", "支付渠道回调"],
  "callback/express": ["Callbacks of parcel trackers", "物流轨迹回调"],
  "callback/invoice": ["Callbacks of the invoice provider", "开票平台回调"],
  "callback/live": ["Callbacks of lives", "直播回调"],
  "callback/vod": ["Callbacks of videos", "视频回调"],
  "admin-api/system": ["Operators: sign-in, rights, settings", "运营：登录、权限与设置"],
  "admin-api/member": ["Operators: members", "运营：会员"],
  "admin-api/product": ["Operators: products", "运营：商品"],
  "admin-api/promotion": ["Operators: promotions and content", "运营：营销与内容"],
  "admin-api/trade": ["Operators: orders and after-sales", "运营：订单与售后"],
  "admin-api/pay": ["Operators: payments and wallets", "运营：支付与钱包"],
  "admin-api/statistics": ["Operators: reports", "运营：报表"],
  "admin-api/infra": ["Operators: jobs, queues, files, machines", "运营：任务、队列、文件与机器"],
  "admin-api/cloudlive": ["Operators: lives and chat", "运营：直播与聊天"],
  "admin-api/cloudvod": ["Operators: videos", "运营：视频"],
  "admin-api/website": ["Operators: website", "运营：官网"],
};

/** "app-api/trade": the key of an endpoint's section. */
export const prefixOf = ({ path }: Pick<Endpoint, "path">): string =>
  path
    .split("/")
    .slice(1, 3)
    .filter((part) => !/^[:*]/.test(part))
    .join("/");

/** The name of an endpoint's section; a test fails by a prefix without one. */
export function sectionOf(endpoint: Pick<Endpoint, "path">, language: Language): string {
  const prefix = prefixOf(endpoint);
  return sections[prefix]?.[language === "zh" ? 1 : 0] ?? prefix;
}

/** The sections of endpoints in the order of the table, as an OpenAPI document lists them. */
export function tagsOf(endpoints: readonly Pick<Endpoint, "path">[], language: Language) {
  const used = new Set(endpoints.map(prefixOf));
  const known = Object.keys(sections).filter((prefix) => used.has(prefix));
  return known.map((prefix) => ({ name: sectionOf({ path: `/${prefix}/` }, language), description: `/${prefix}` }));
}
