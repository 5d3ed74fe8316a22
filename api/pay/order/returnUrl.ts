import { isAllowedUrl } from "#shared/kernel/http/allowedUrl.js";
import { config } from "#shared/kernel/config/config.js";

/** May a payment return to this address? By exact origin and by whole segments of the path (rules: Payment). */
export function isAllowedReturn(text: string, allowed: readonly string[] = config.RETURN_URLS): boolean {
  return isAllowedUrl(text, allowed);
}
