export { wechat } from "./wechat.js";
export {
  SocialRefused,
  timeWithin,
  type RefusalKind,
  type SocialApp,
  type SocialCredential,
  type SocialIdentity,
  type SocialPhone,
  type SocialPlatform,
  type TimeLeft,
} from "./port.js";
