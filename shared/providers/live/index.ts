export { tencentCssVerifier } from "./verifier.js";
export {
  LiveCallbackRefused,
  StreamRefused,
  type RecordedFile,
  type StreamClient,
  type StreamFacts,
  type StreamNews,
} from "./port.js";
