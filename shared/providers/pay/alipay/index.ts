export { alipayAdapter } from "./adapter.js";
export { environmentMerchant, type AlipayMerchant } from "./merchant.js";
