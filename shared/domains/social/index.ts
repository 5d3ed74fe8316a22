export { socialErrors } from "./social.errors.js";
export { socialAppState } from "./socialApps.js";
export { exchangeCode, exchangeLoginCode, type SocialPerson } from "./exchangeCode.js";
export { findPhone, phoneOfCode, type PhoneFound } from "./phoneOfCode.js";
export { authorizePage, authorizeRedirect, SOCIAL_STATE_MS, takeState, type SignInBrowser } from "./authorize.js";
export { jsapiSignature } from "./jsapiSignature.js";
export { shownAccessToken, type ShownAccessToken } from "./accessToken.js";
