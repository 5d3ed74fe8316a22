/** One of the two tracking providers played here; both use the same parcels. */
import type { Callback } from "../callbackSender.js";
import type { ProviderAnswer, ProviderCall } from "../provider.js";
import type { Parcel } from "./parcels.js";

export interface ExpressDependencies {
  /** The provider's name in callbacks: "express" for both, as in faults and calls. */
  name: string;
  now: () => number;
}

export interface ExpressProvider {
  claims(path: string): boolean;
  /** `subscribed`: the known tracks of this parcel are pushed once the response was sent. */
  answer(path: string, form: URLSearchParams, at: number): ProviderAnswer & { subscribed?: Parcel };
  failure(call: ProviderCall): ProviderAnswer;
  wronglySigned(call: ProviderCall): ProviderAnswer;
  /** The push of all known tracks; undefined without a subscription. */
  pushOf(parcel: Parcel, how: { forged: boolean; callbackUrl?: string | undefined }): Callback | undefined;
  /** The change to a parcel when its subscription ends. */
  end(parcel: Parcel): Partial<Parcel>;
}
