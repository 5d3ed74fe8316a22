export { wechatpayAdapter } from "./adapter.js";
export { downloadCertificates, type CertificateStore, type PlatformCertificate } from "./certificates.js";
