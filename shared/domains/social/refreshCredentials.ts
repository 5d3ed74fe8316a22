import { timeWithin } from "#shared/providers/social/port.js";
import { PLATFORM_MS, refusalOf } from "./requestFromProvider.js";
import { credential } from "./credentials.js";
import { keptCredential } from "./keptCredential.js";
import { type CredentialName, credentialNames } from "./social.codes.js";
import { socialErrors } from "./social.errors.js";

/** For workers: makes sure that a good one is kept. Throws the provider's refusal as clients are told it. */
export async function refreshCredential(name: CredentialName): Promise<void> {
  await credential(name, timeWithin(PLATFORM_MS)).catch((error: unknown) => {
    throw refusalOf(error);
  });
}

/** For workers, by schedule: those that are in use are fetched anew before they end. What was never asked for stays away. */
export async function refreshCredentials(): Promise<void> {
  for (const name of credentialNames) {
    try {
      if (await keptCredential(name)) await refreshCredential(name);
    } catch (error) {
      // An application that is not set up (any more) has nothing to refresh.
      if (!socialErrors.SocialAppNotFound.is(error)) throw error;
    }
  }
}
