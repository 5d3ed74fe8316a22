/**
 * The parcel tracking providers, kuaidi100 and kdniao, in one place: they have different paths and share the parcels.
 * Faults and calls name both "express"; a fault's `path` distinguishes them.
 */
import type { Callback, CallbackSender, Delivery } from "../callbackSender.js";
import type { Journal } from "../journal.js";
import type { ExpressKeys, KdniaoKeys } from "../keyTypes.js";
import type { Provider, ProviderCall } from "../provider.js";
import { makeKdniao } from "./kdniao.js";
import { makeKuaidi100 } from "./kuaidi100.js";
import { Parcels, type Parcel, type ParcelEnd, type Track } from "./parcels.js";
import type { ExpressProvider } from "./provider.js";

const NAME = "express";

interface NewTrack extends Track {
  /** The parcel is delivered: this push is the last, and ends the subscription. */
  delivered: boolean;
  /** It does not go its way (any more); null: it does. */
  back: ParcelEnd | null;
}

interface PushChange {
  /** False: only a query shows the track. */
  push: boolean;
  /** Copies of the push at once. */
  times: number;
  badSignature: boolean;
  /** Instead of the address in kdniao's console; kuaidi100 gets its own with each subscription. */
  callbackUrl?: string | undefined;
}

export interface ExpressSide {
  provider: Provider;
  parcels: Parcels;
  /** Adds a track, and pushes the whole list to the subscribers. */
  addTrack(no: string, track: NewTrack, push: PushChange): Promise<{ parcel: Parcel; deliveries: Delivery[] }>;
}

/** @param dependencies.shopUrl where the shop listens: kdniao's console has its address for pushes */
export function makeExpress(
  keys: { express: ExpressKeys; kdniao: KdniaoKeys },
  dependencies: { journal: Journal; callbacks: CallbackSender; now: () => number; shopUrl: string },
): ExpressSide {
  const { now, callbacks, shopUrl } = dependencies;
  const parcels = new Parcels(dependencies.journal.shelf<Parcel>("express.parcel"));
  const kuaidi100 = makeKuaidi100(keys.express, parcels, { now, name: NAME });
  const kdniao = makeKdniao(keys.kdniao, parcels, { now, name: NAME, callbackUrl: `${shopUrl}/callback/express` });
  const providers = [kuaidi100, kdniao];
  const claimantOf = (path: string): ExpressProvider | undefined => providers.find((one) => one.claims(path));
  const called = (call: ProviderCall): ExpressProvider => claimantOf(pathOf(call)) ?? kuaidi100;

  async function push(
    parcel: Parcel,
    by: readonly ExpressProvider[],
    { times = 1, forged = false, callbackUrl }: { times?: number; forged?: boolean; callbackUrl?: string | undefined },
  ): Promise<Delivery[]> {
    const pushes = by
      .map((provider) => provider.pushOf(parcel, { forged, callbackUrl }))
      .filter((one): one is Callback => one !== undefined);
    // Delivery is the last push. A forged copy changes nothing.
    if (parcel.delivered && !forged)
      for (const provider of by) parcels.keep(parcel.no, now(), provider.end(parcels.find(parcel.no) ?? parcel));
    return (await Promise.all(pushes.map((one) => callbacks.send(one, { times })))).flat();
  }

  const provider: Provider = {
    name: NAME,
    answer: (call) => {
      const path = pathOf(call);
      const claimant = claimantOf(path);
      if (!claimant || call.method !== "POST") {
        return { status: 404, headers: { "Content-Type": "text/plain" }, body: "Not Found" };
      }
      const form = new URLSearchParams(call.body.toString("utf8"));
      const { subscribed, ...answer } = claimant.answer(path, form, call.at);
      // Known tracks are pushed at once.
      if (!subscribed || subscribed.tracks.length === 0) return answer;
      return { ...answer, afterwards: () => void push(subscribed, [claimant], {}) };
    },
    failure: (call) => called(call).failure(call),
    wronglySigned: (_, call) => called(call).wronglySigned(call),
  };

  return {
    provider,
    parcels,
    addTrack: async (
      no,
      { delivered, back, ...track },
      { push: isPushed, times, badSignature: forged, callbackUrl },
    ) => {
      const known = parcels.find(no);
      const tracks = [...(known?.tracks ?? []), track];
      const added = parcels.keep(no, now(), { tracks, delivered: delivered || (known?.delivered ?? false), back });
      const deliveries = isPushed ? await push(added, providers, { times, forged, callbackUrl }) : [];
      return { parcel: parcels.find(no) ?? added, deliveries };
    },
  };
}

const pathOf = (call: ProviderCall): string => new URL(call.path, "http://platform").pathname;
