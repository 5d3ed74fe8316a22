/** A tracking platform of the two that are played here; both look at the same parcels. */
import type { Callback } from "../callbackSender.js";
import type { PlatformAnswer, PlatformCall } from "../platform.js";
import type { Parcel } from "./parcels.js";

export interface ExpressDependencies {
  /** Of the platform, for callbacks: both are "express" to faults and calls. */
  name: string;
  now: () => number;
}

export interface ExpressProvider {
  claims(path: string): boolean;
  /** `subscribed`: what is known of this parcel already is pushed once the answer has left. */
  answer(path: string, form: URLSearchParams, at: number): PlatformAnswer & { subscribed?: Parcel };
  failure(call: PlatformCall): PlatformAnswer;
  misSigned(call: PlatformCall): PlatformAnswer;
  /** The push of all that is known; undefined where nobody subscribed. */
  pushOf(parcel: Parcel, how: { forged: boolean; callbackUrl?: string | undefined }): Callback | undefined;
  /** What changes of a parcel when it is watched no longer. */
  end(parcel: Parcel): Partial<Parcel>;
}
