export { tencentCss } from "./tencentCss.js";
export {
  LiveCallbackRefused,
  StreamRefused,
  type RecordedFile,
  type StreamingPlatform,
  type StreamFacts,
  type StreamNews,
} from "./port.js";
