/** What workers may use, and what only they load. */
export { resolveCode } from "./resolveCode.js";
export { refreshCredential, refreshCredentials } from "./refreshCredentials.js";
