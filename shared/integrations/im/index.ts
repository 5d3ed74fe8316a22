export { tencentIm } from "./tencentIm.js";
export { ChatRefused, type ChatPlatform } from "./port.js";
