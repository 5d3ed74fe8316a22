export { tencentCss } from "./tencentCss.js";
export { LiveCallbackRefused, type RecordedFile, type StreamingPlatform, type StreamNews } from "./port.js";
