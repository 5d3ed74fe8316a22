export { tencentVod } from "./tencentVod.js";
export { uploadSignature } from "./uploadSignature.js";
export {
  CallbackRefused,
  VodBusy,
  VodRefused,
  type PullResult,
  type VideoPlatform,
  type VodMedia,
  type VodNews,
} from "./port.js";
