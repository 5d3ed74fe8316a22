export { openCallback, verifyCallback } from "./verifier.js";
export { uploadSignature } from "./uploadSignature.js";
export {
  CallbackRefused,
  VodBusy,
  VodRefused,
  type PullResult,
  type VideoClient,
  type VodMedia,
  type VodNews,
} from "./port.js";
