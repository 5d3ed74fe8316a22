/** What workers may use, and what only they load. */
export { expireQrSignIns } from "./qrSignIn/expireQrSignIns.js";
export { askCaptchaProvider } from "./signIn/verifyCaptcha.js";
