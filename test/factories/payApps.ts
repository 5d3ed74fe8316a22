import { ensurePayApps } from "#shared/domains/pay/channel/ensurePayApps.js";
import { startService } from "#test/support/service.js";

let there: Promise<void> | undefined;

/** The shop's own pay apps and their channels: written for the first who needs them, and left by every test. */
export function payAppsAreThere(): Promise<void> {
  there ??= startService().then(() => ensurePayApps());
  return there;
}
