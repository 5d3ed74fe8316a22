import type { ProviderCall } from "../provider.js";
import type { WechatpayMerchant } from "./merchants.js";

export interface Reply {
  status: number;
  body?: object;
  /** A file instead of a body: it is not signed. */
  file?: Buffer;
  afterwards?: () => void;
}

export interface Route {
  method: "GET" | "POST";
  path: RegExp;
  /** @param part the captured part of the path, decoded; @param query the query; @param merchant who signed */
  reply(call: ProviderCall, part: string, query: URLSearchParams, merchant: WechatpayMerchant): Reply;
}
