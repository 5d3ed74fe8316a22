export { authorizePage } from "./authorizePage.js";
export {
  SocialRefused,
  timeWithin,
  type RefusalKind,
  type SocialApp,
  type SocialCredential,
  type SocialIdentity,
  type SocialPhone,
  type SocialClient,
  type TimeLeft,
} from "./port.js";
