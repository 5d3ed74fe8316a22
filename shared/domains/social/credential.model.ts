import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** An access token or ticket of the provider, valid for about two hours. One worker at a time fetches a new one. */
export interface SocialCredentialDoc {
  /** Its name and the application's id, so that another application never gets it. */
  _id: string;
  /** Sealed; null before the first fetch. */
  box: string | null;
  /** Counts the fetches, to identify the token that the provider refused. */
  version: number;
  expiresAt: Date | null;
  /** End of the lease of the worker that fetches. */
  fetchingUntil: Date | null;
  /** When the provider was last forced to replace its current token. */
  forcedAt: Date | null;
}

export const SocialCredentialModel = defineModel<SocialCredentialDoc>("socialCredentials", {
  _id: { type: String, required: true },
  box: { type: String, default: null },
  version: { type: Number, default: 0 },
  expiresAt: { type: Date, default: null },
  fetchingUntil: { type: Date, default: null },
  forcedAt: { type: Date, default: null },
});
