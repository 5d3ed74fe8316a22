/** One line of a parcel's way. */
export interface ParcelTrack {
  at: Date;
  content: string;
}

/** What the tracking platform knows of a parcel; a parcel that it knows nothing of yet has no tracks. */
export interface ParcelFound {
  tracks: ParcelTrack[];
  /** The receiver signed for it. */
  isSigned: boolean;
}

export interface ParcelName {
  /** Of the delivery company, as the platform knows it. */
  company: string;
  logisticsNo: string;
  /** Of the receiver; some companies answer only to who knows it. */
  phone: string;
}

/** A push whose signature held. "aborted": the platform gave the subscription up. */
export interface ParcelPush extends ParcelFound {
  company: string;
  logisticsNo: string;
  isAborted: boolean;
}

/** The platform refused by name; asking again the same way will not help soon. */
export class ExpressRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code} ${message}`.trim());
    this.code = code;
  }
}

/** A push that is not the platform's. */
export class PushRefused extends Error {}

/** A platform that tells where parcels are. Calls throw OutboundFailed without a proper answer, else ExpressRefused. */
export interface ExpressTracker {
  /** The keys are there. */
  isConfigured(): boolean;
  query(parcel: ParcelName): Promise<ParcelFound>;
  /** The platform pushes what it learns from now on; again for the same parcel changes nothing. */
  subscribe(parcel: ParcelName, callbackUrl: string): Promise<void>;
  /** Checks the signature over the bytes as they came; answers the signed part. Throws PushRefused. */
  verifyPush(rawBody: Buffer): string;
  /** Reads the signed part of a push. Throws PushRefused when it has another form. */
  openPush(signed: string): ParcelPush;
}
