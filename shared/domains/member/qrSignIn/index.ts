export { openQrSignIn } from "./openQrSignIn.js";
export { scanQrCode } from "./scanQrCode.js";
export { confirmQrSignIn } from "./confirmQrSignIn.js";
export { pollQrSignIn } from "./pollQrSignIn.js";
