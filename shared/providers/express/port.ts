/** The supported delivery tracking providers. */
export type ExpressProvider = "kuaidi100" | "kdniao";

/** One event of a parcel's delivery. */
export interface ParcelTrack {
  at: Date;
  content: string;
}

/** What the provider knows of a parcel; an unknown parcel has no tracks. */
export interface ParcelFound {
  /** Newest first, whatever the provider's order. */
  tracks: ParcelTrack[];
  /** Whether the receiver signed for it. A parcel returned to its sender was not signed for. */
  isSigned: boolean;
  /** Whether it was refused, is on its way back, or is back at its sender. */
  isReturning: boolean;
}

export interface ParcelName {
  /** Our code of the delivery company, which each provider translates (`codeOf`). */
  company: string;
  logisticsNo: string;
  /** The receiver's phone, which some companies require for a query. */
  phone: string;
}

/** A parcel of a verified push. `isAborted`: the provider ended the subscription. */
export interface ParcelPush extends ParcelFound {
  /** The provider's own code. */
  company: string;
  logisticsNo: string;
  isAborted: boolean;
}

/** The provider refused, with a code; repeating the same query will not help soon. */
export class ExpressRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code} ${message}`.trim());
    this.code = code;
  }
}

/** A push that is not the provider's. */
export class PushRefused extends Error {}

/** The part that needs only the shared keys and makes no call. */
export interface PushVerifier {
  readonly provider: ExpressProvider;
  /** Whether the keys are set. */
  isConfigured(): boolean;
  /** The provider's code of a delivery company of ours. */
  codeOf(company: string): string;
  /** Whether a push is in this provider's format, which does not prove who sent it. */
  isPushForm(form: URLSearchParams): boolean;
  /** Checks the signature over the raw fields and returns the signed part. Throws PushRefused. */
  verifyPush(form: URLSearchParams): string;
  /** Parses the signed part of a push, which may hold several parcels. Throws PushRefused for an unexpected format. */
  openPush(signed: string): ParcelPush[];
  /** The response that the provider expects: accepted, or a reason to push again. */
  pushAnswer(isTaken: boolean): object;
}

/**
 * A provider that reports where parcels are. Calls are for workers; they throw ExpressRefused for a refusal, TooManyCalls
 * when it limits our calls, and OutboundFailed without a proper response.
 */
export interface ExpressClient extends Pick<PushVerifier, "provider" | "isConfigured"> {
  query(parcel: ParcelName): Promise<ParcelFound>;
  /** Makes the provider push new events; a second call for the same parcel changes nothing. */
  subscribe(parcel: ParcelName, callbackUrl: string): Promise<void>;
}
