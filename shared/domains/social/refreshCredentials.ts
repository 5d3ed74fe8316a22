import { timeWithin } from "#shared/providers/social/port.js";
import { errors } from "#shared/kernel/request/errors.js";
import { PROVIDER_TIMEOUT_MS, refusalOf } from "./requestFromProvider.js";
import { credential } from "./credentials.js";
import { storedCredential } from "./storedCredential.js";
import { type CredentialName, credentialNames } from "./social.codes.js";

/** For workers: makes sure that a valid credential is stored. Throws the provider's refusal as clients get it. */
export async function refreshCredential(name: CredentialName): Promise<void> {
  await credential(name, timeWithin(PROVIDER_TIMEOUT_MS)).catch((error: unknown) => {
    throw refusalOf(error);
  });
}

/** For workers, by schedule: fetches the stored credentials anew before they expire; unused ones are not fetched. */
export async function refreshCredentials(): Promise<void> {
  for (const name of credentialNames) {
    try {
      if (await storedCredential(name)) await refreshCredential(name);
    } catch (error) {
      // An application that is off has nothing to refresh.
      if (!errors.NotOffered.is(error)) throw error;
    }
  }
}
