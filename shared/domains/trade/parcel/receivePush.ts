import { digestOf, storeOnce } from "#shared/kernel/webhooks/inbox.js";
import { PushRefused, type ParcelPush, type PushVerifier } from "#shared/providers/express/port.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nowAbout } from "#shared/kernel/request/context.js";
import { log } from "#shared/kernel/observability/log.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { applyPushJob } from "../trade.jobs.js";
import { ExpressPushModel, type ExpressPushDoc } from "./expressPush.model.js";
import { ParcelModel, type ParcelDoc } from "./parcel.model.js";
import { storeTracks } from "./storeTracks.js";
import { verifierNamed, verifierOfForm } from "./pushVerifiers.js";

interface PushReceived {
  /** False: the signature is invalid, and nothing is changed. */
  isTaken: boolean;
  /** The response in the provider's format. */
  answer: object;
}

/**
 * Receives a tracking provider's push. The signature is checked over the fields as received; a valid push is stored
 * once, with the job that applies it.
 */
export async function receivePush(rawBody: Buffer): Promise<PushReceived> {
  const form = new URLSearchParams(rawBody.toString("utf8"));
  const verifier = verifierOfForm(form);
  let body: string;
  try {
    body = verifier.verifyPush(form);
  } catch (error) {
    if (!(error instanceof PushRefused)) throw error;
    log.warn({ provider: verifier.provider, reason: error.message }, "a push of tracks was refused");
    return { isTaken: false, answer: verifier.pushAnswer(false) };
  }
  await storeOnce(
    { model: ExpressPushModel, counter: "expressPushes", uniqueBy: "digest" },
    { digest: digestOf(body) },
    { provider: verifier.provider, body },
    (pushId) => enqueue(applyPushJob, { pushId }),
  );
  return { isTaken: true, answer: verifier.pushAnswer(true) };
}

/** Applies a stored push. No-op when it was handled before; unknown parcels are ignored. */
export async function applyPush(pushId: number): Promise<void> {
  const stored = await ExpressPushModel.findById(pushId).lean<ExpressPushDoc>();
  if (!stored || stored.handledAt) return;
  const verifier = verifierNamed(stored.provider ?? "kuaidi100");
  for (const push of parcelsOf(verifier, stored)) await applyTo(verifier, push);
  await ExpressPushModel.updateOne({ _id: pushId }, { $set: { handledAt: clock.now() } });
}

async function applyTo(verifier: PushVerifier, push: ParcelPush): Promise<void> {
  const { provider } = verifier;
  const parcel = await parcelOf(verifier, push);
  // Another provider tracks this parcel now.
  if (!parcel || (parcel.provider ?? provider) !== provider) return;
  nowAbout({ parcelId: parcel._id });
  await storeTracks(parcel._id, push, "push");
  // The provider ended the subscription: the next poll subscribes again.
  if (push.isAborted) await ParcelModel.updateOne({ _id: parcel._id }, { $set: { subscribedAt: null } });
}

function parcelsOf(verifier: PushVerifier, { _id, body }: ExpressPushDoc): ParcelPush[] {
  try {
    return verifier.openPush(body);
  } catch (error) {
    if (!(error instanceof PushRefused)) throw error;
    log.error({ pushId: _id, reason: error.message }, "a signed push cannot be read");
    return [];
  }
}

/** The provider may report another company for the number; then the number alone decides, if it is unique. */
async function parcelOf(verifier: PushVerifier, { company, logisticsNo }: ParcelPush): Promise<ParcelDoc | undefined> {
  if (logisticsNo === "") return undefined;
  const parcels = await ParcelModel.find({ logisticsNo }).lean<ParcelDoc[]>();
  const named = parcels.find((parcel) => verifier.codeOf(parcel.company) === company);
  return named ?? (parcels.length === 1 ? parcels[0] : undefined);
}
