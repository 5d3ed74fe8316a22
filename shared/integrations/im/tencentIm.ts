import { randomInt } from "node:crypto";
import { z } from "zod";
import { seconds } from "#shared/platform/clock.js";
import { config } from "#shared/platform/config.js";
import { callOutside, OutboundFailed } from "#shared/platform/http.js";
import { ChatRefused, type ChatPlatform } from "./port.js";
import { userSig } from "./userSig.js";

/** Tencent Cloud Chat, its REST interface of version 4. Refusals come with HTTP 200 as well. */
const TO = "im";
const SIG_SECONDS = 600;

const Answer = z.object({ ActionStatus: z.string(), ErrorCode: z.number(), ErrorInfo: z.string().default("") });

const UNKNOWN_ACCOUNT = 70_107;
/** Too many calls, a time-out inside, a fault inside. */
const passing: ReadonlySet<number> = new Set([60_004, 60_005, 60_007, 60_018, 70_169, 70_500]);

export const tencentIm: ChatPlatform = {
  isConfigured: () => config.IM_SDK_APP_ID !== "" && config.IM_SECRET_KEY !== "",

  async kickOut(account) {
    const { ErrorCode, ErrorInfo } = await post("/v4/im_open_login_svc/kick", { UserID: account });
    if (ErrorCode === 0 || ErrorCode === UNKNOWN_ACCOUNT) return;
    throw new ChatRefused(ErrorCode, ErrorInfo, passing.has(ErrorCode));
  },
};

async function post(path: string, body: object): Promise<z.output<typeof Answer>> {
  const { IM_SDK_APP_ID: sdkAppId, IM_SECRET_KEY: secretKey, IM_ADMIN_ACCOUNT: identifier } = config;
  const query = new URLSearchParams({
    sdkappid: sdkAppId,
    identifier,
    // The platform's clock judges it, so the real time counts, not the shop's.
    usersig: userSig({ sdkAppId, secretKey }, identifier, Math.floor(Date.now() / 1_000), SIG_SECONDS),
    random: String(randomInt(2 ** 32)),
    contenttype: "json",
  });
  const answer = await callOutside({
    to: TO,
    method: "POST",
    url: `${config.IM_BASE_URL}${path}?${query}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    timeoutMs: seconds(5),
    maxBytes: 65_536,
  });
  const parsed = Answer.safeParse(jsonOf(answer.body));
  if (!parsed.success) throw new OutboundFailed(TO, `HTTP ${answer.status} with an answer of another form`);
  return parsed.data;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
