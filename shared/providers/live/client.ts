import { config } from "#shared/kernel/config/config.js";
import { dropStream, recordingsOf, streamFacts } from "./liveApi.js";
import type { StreamClient } from "./port.js";

/** Calls of Tencent Cloud Streaming Services; for workers. */
export const tencentCss: StreamClient = {
  canCall: () => config.LIVE_SECRET_ID !== "" && config.LIVE_SECRET_KEY !== "",
  cut: dropStream,
  stream: streamFacts,
  recordings: recordingsOf,
};
