/** Delivery tracking providers that we speak to. */
export type ExpressProvider = "kuaidi100" | "kdniao";

/** One line of a parcel's way. */
export interface ParcelTrack {
  at: Date;
  content: string;
}

/** What the tracking provider knows of a parcel; a parcel that it knows nothing of yet has no tracks. */
export interface ParcelFound {
  /** Newest first, whatever order the provider has. */
  tracks: ParcelTrack[];
  /** The receiver signed for it. A parcel that went back to its sender was not signed for. */
  isSigned: boolean;
}

export interface ParcelName {
  /** Of the delivery company: our code, which each provider translates (`codeOf`). */
  company: string;
  logisticsNo: string;
  /** Of the receiver; some companies answer only to who knows it. */
  phone: string;
}

/** A parcel of a push whose signature held. "aborted": the provider gave the subscription up. */
export interface ParcelPush extends ParcelFound {
  /** In the provider's own code. */
  company: string;
  logisticsNo: string;
  isAborted: boolean;
}

/** The provider refused by name; asking again the same way will not help soon. */
export class ExpressRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code} ${message}`.trim());
    this.code = code;
  }
}

/** A push that is not the provider's. */
export class PushRefused extends Error {}

/** What needs nothing but the keys that both sides have. */
export interface PushVerifier {
  readonly provider: ExpressProvider;
  /** The keys are there. */
  isConfigured(): boolean;
  /** What the provider calls a delivery company of ours. */
  codeOf(company: string): string;
  /** Whether a push is in this provider's form; says nothing of who sent it. */
  isPushForm(form: URLSearchParams): boolean;
  /** Checks the signature over the fields as they came; answers the signed part. Throws PushRefused. */
  verifyPush(form: URLSearchParams): string;
  /** Reads the signed part of a push; one may tell of several parcels. Throws PushRefused when it has another form. */
  openPush(signed: string): ParcelPush[];
  /** What the provider wants to read: taken, or a reason to push again. */
  pushAnswer(isTaken: boolean): object;
}

/**
 * A provider that reports where parcels are. Calls are for workers; they throw ExpressRefused for a no by name, TooManyCalls
 * where it asks us to slow down, and OutboundFailed without a proper answer.
 */
export interface ExpressClient extends Pick<PushVerifier, "provider" | "isConfigured"> {
  query(parcel: ParcelName): Promise<ParcelFound>;
  /** The provider pushes what it learns from now on; again for the same parcel changes nothing. */
  subscribe(parcel: ParcelName, callbackUrl: string): Promise<void>;
}
