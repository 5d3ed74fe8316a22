export { alipayVerifier } from "./verifier.js";
export { environmentMerchant, type AlipayMerchant } from "./merchant.js";
