import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** What the provider lent us for two hours or so. One worker at a time fetches it anew. */
export interface SocialCredentialDoc {
  /** Its name and the id of the application: another application never gets it. */
  _id: string;
  /** Sealed; null before the first one came. */
  box: string | null;
  /** Counts the fetches: who was told that a token is no good says which one it was. */
  version: number;
  expiresAt: Date | null;
  /** A worker fetches until then. */
  fetchingUntil: Date | null;
  /** When the provider was last told to end the token that it gave before. */
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
