export { kdniaoPush } from "./kdniaoPush.js";
export { kuaidi100Push } from "./kuaidi100Push.js";
export {
  ExpressRefused,
  PushRefused,
  type ExpressClient,
  type ExpressProvider,
  type ParcelFound,
  type ParcelName,
  type ParcelPush,
  type ParcelTrack,
  type PushVerifier,
} from "./port.js";
