import { createHash } from "node:crypto";
import { PushRefused, type ParcelPush } from "#shared/integrations/express/index.js";
import { clock } from "#shared/platform/clock.js";
import { nextId } from "#shared/platform/ids.js";
import { log } from "#shared/platform/log.js";
import { inTransaction, isDuplicateKey } from "#shared/platform/mongo.js";
import { enqueue } from "#shared/platform/outbox.js";
import { applyPushJob } from "../trade.jobs.js";
import { ExpressPushModel, type ExpressPushDoc } from "./expressPush.model.js";
import { ParcelModel, type ParcelDoc } from "./parcel.model.js";
import { storeTracks } from "./storeTracks.js";
import { tracker } from "./tracker.js";

/**
 * The tracking platform pushes. The signature is checked over the bytes as they came; a good push is stored once with
 * the job that applies it. False: not the platform's, nothing is changed.
 */
export async function receivePush(rawBody: Buffer): Promise<boolean> {
  let body: string;
  try {
    body = tracker.verifyPush(rawBody);
  } catch (error) {
    if (!(error instanceof PushRefused)) throw error;
    log.warn({ reason: error.message }, "a push of tracks was refused");
    return false;
  }
  const digest = createHash("sha256").update(body).digest("hex");
  if (await ExpressPushModel.exists({ digest })) return true;
  const _id = await nextId("expressPushes");
  try {
    await inTransaction(async () => {
      await ExpressPushModel.create([{ _id, digest, body }]);
      await enqueue(applyPushJob, { pushId: _id });
    });
  } catch (error) {
    // A copy of the same moment was faster, and is committed.
    if (!isDuplicateKey(error, "digest")) throw error;
  }
  return true;
}

/** Does what a stored push says. A handled one is a no-op; one of an unknown parcel is none of ours. */
export async function applyPush(pushId: number): Promise<void> {
  const stored = await ExpressPushModel.findById(pushId).lean<ExpressPushDoc>();
  if (!stored || stored.handledAt) return;
  const push = openPush(stored);
  const parcel = push && (await parcelOf(push));
  if (parcel) {
    await storeTracks(parcel._id, push, "push");
    // The platform gave up: the next poll subscribes again.
    if (push.isAborted) await ParcelModel.updateOne({ _id: parcel._id }, { $set: { subscribedAt: null } });
  }
  await ExpressPushModel.updateOne({ _id: pushId }, { $set: { handledAt: clock.now() } });
}

function openPush({ _id, body }: ExpressPushDoc): ParcelPush | undefined {
  try {
    return tracker.openPush(body);
  } catch (error) {
    if (!(error instanceof PushRefused)) throw error;
    log.error({ pushId: _id, reason: error.message }, "a signed push cannot be read");
    return undefined;
  }
}

/** The platform may have found another company for the number: then the number alone names it, where it is one. */
async function parcelOf({ company, logisticsNo }: ParcelPush): Promise<ParcelDoc | undefined> {
  if (logisticsNo === "") return undefined;
  const parcels = await ParcelModel.find({ logisticsNo }).lean<ParcelDoc[]>();
  return parcels.find((parcel) => parcel.company === company) ?? (parcels.length === 1 ? parcels[0] : undefined);
}
