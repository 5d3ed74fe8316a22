export type { CertificateStore, PlatformCertificate } from "./certificateStore.js";
export { environmentMerchant, type PlatformKey, type WechatpayClient, type WechatpayMerchant } from "./merchant.js";
export { wechatpayVerifier } from "./verifier.js";
