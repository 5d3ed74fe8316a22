import { kdniaoPush } from "#shared/providers/express/kdniao/verifier.js";
import { kuaidi100Push } from "#shared/providers/express/kuaidi100/verifier.js";
import type { ExpressProvider, PushVerifier } from "#shared/providers/express/port.js";
import { config } from "#shared/kernel/config/config.js";

const verifiers: Record<ExpressProvider, PushVerifier> = { kuaidi100: kuaidi100Push, kdniao: kdniaoPush };

const verifiersInUse = (): PushVerifier[] =>
  config.EXPRESS_PROVIDERS.map((provider) => verifiers[provider]).filter((one) => one.isConfigured());

/** Whether a tracking provider is configured. */
export const isTrackingSetUp = (): boolean => verifiersInUse().length > 0;

/** The provider that a push's form belongs to; if none matches, the preferred one, whose response format is used. */
export function verifierOfForm(form: URLSearchParams): PushVerifier {
  const inUse = verifiersInUse();
  return inUse.find((one) => one.isPushForm(form)) ?? inUse[0] ?? kuaidi100Push;
}

export const verifierNamed = (provider: ExpressProvider): PushVerifier => verifiers[provider];
