import { SocialRefused } from "#shared/providers/social/port.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { socialErrors } from "./social.errors.js";

/** All that one answer of the provider takes: under the five seconds that a client waits. */
export const PLATFORM_MS = 4_000;

/** When to come back to a provider that did not answer. */
const AWAY_S = 5;

/** What went wrong at the provider, as clients are told it; anything that is not the provider's is thrown on. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof OutboundFailed) return errors.StillWorking({}, AWAY_S);
  if (!(error instanceof SocialRefused)) throw error;
  switch (error.kind) {
    case "code":
      return socialErrors.SocialNotResolved();
    case "busy":
      return socialErrors.SocialPlatformBusy();
    case "token":
    case "refused":
      // Mostly our own credentials or rights there: somebody has to look.
      log.error({ err: error, errcode: error.errcode }, "the social platform refused us");
      return socialErrors.SocialAuthFailed({ reason: error.errcode });
  }
}
