import { SocialRefused } from "#shared/providers/social/port.js";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import { OutboundFailed } from "#shared/kernel/http/outboundErrors.js";
import { log } from "#shared/kernel/observability/log.js";
import { socialErrors } from "./social.errors.js";

/** Timeout for all calls to the provider that one answer needs: under the five seconds that a client waits. */
export const PROVIDER_TIMEOUT_MS = 4_000;

/** When to retry after a provider did not answer. */
const RETRY_AFTER_S = 5;

/** A failure of the provider as the error that clients get; any other error is rethrown. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof OutboundFailed) return errors.StillWorking({}, RETRY_AFTER_S);
  if (!(error instanceof SocialRefused)) throw error;
  switch (error.kind) {
    case "code":
      return socialErrors.SocialNotResolved();
    case "busy":
      return socialErrors.SocialPlatformBusy();
    case "token":
    case "refused":
      // Usually our own credentials or rights there: somebody has to check.
      log.error({ err: error, errcode: error.errcode }, "the social provider refused our credentials or rights");
      return socialErrors.SocialAuthFailed({ reason: error.errcode });
  }
}
