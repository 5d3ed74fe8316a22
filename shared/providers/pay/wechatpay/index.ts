export { wechatpayAdapter } from "./adapter.js";
export { downloadCertificates, type CertificateStore, type PlatformCertificate } from "./certificates.js";
export { environmentMerchant, type PlatformKey, type WechatpayClient, type WechatpayMerchant } from "./merchant.js";
