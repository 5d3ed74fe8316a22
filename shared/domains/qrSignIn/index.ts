export { QrSignInModel, type QrSignInDoc, type QrStatus } from "./qrSignIn.model.js";
export { expireQrSignInsJob } from "./qrSignIn.jobs.js";
export { openQrSignIn } from "./openQrSignIn.js";
export { scanQrCode } from "./scanQrCode.js";
export { confirmQrSignIn, type QrOutcome } from "./confirmQrSignIn.js";
export { pollQrSignIn, type QrProgress } from "./pollQrSignIn.js";
export { expireQrSignIns } from "./expireQrSignIns.js";
