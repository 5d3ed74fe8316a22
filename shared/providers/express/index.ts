export { kdniao } from "./kdniao.js";
export { kuaidi100 } from "./kuaidi100.js";
export {
  ExpressRefused,
  PushRefused,
  type ExpressProvider,
  type ExpressTracker,
  type ParcelFound,
  type ParcelName,
  type ParcelPush,
  type ParcelTrack,
} from "./port.js";
