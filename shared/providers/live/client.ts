import { isOn } from "#shared/kernel/config/providers.js";
import { dropStream, recordingsOf, streamFacts } from "./liveApi.js";
import type { StreamClient } from "./port.js";

/** Calls of Tencent Cloud Streaming Services; for workers. */
export const tencentCss: StreamClient = {
  canCall: () => isOn("live"),
  cut: dropStream,
  stream: streamFacts,
  recordings: recordingsOf,
};
