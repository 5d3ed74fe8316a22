import { z } from "zod";
import { callTencentApi } from "#shared/integrations/tencentApi/index.js";
import { config } from "#shared/platform/config.js";
import { StreamRefused } from "./port.js";

/** Tencent Cloud Streaming's API. */
const VERSION = "2018-08-01";
const Done = z.object({ RequestId: z.string() });
const passing = /^(InternalError|RequestLimitExceeded|LimitExceeded|FailedOperation\.CallOtherSvrFailed|ServerBusy)/;

/** Stops what is pushed under this name. A stream that nobody pushes counts as stopped. */
export async function dropStream(streamName: string): Promise<void> {
  const answer = await callTencentApi(
    {
      service: "live",
      baseUrl: config.LIVE_API_URL,
      version: VERSION,
      secretId: config.LIVE_SECRET_ID,
      secretKey: config.LIVE_SECRET_KEY,
    },
    {
      action: "DropLiveStream",
      payload: { DomainName: config.LIVE_PUSH_DOMAIN, AppName: config.LIVE_APP_NAME, StreamName: streamName },
      answer: Done,
    },
  );
  if (!("Error" in answer)) return;
  const { Code, Message } = answer.Error;
  throw new StreamRefused(Code, Message.slice(0, 200), passing.test(Code));
}
