import type { Model, UpdateQuery } from "mongoose";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { StayModel, VisitPathModel } from "./analytics.models.js";
import type { Told } from "./visit.js";

export interface StayTold extends Told {
  visitorId: string;
  sessionId: string;
  pagePath: string;
  /** Since the page was opened. */
  durationSeconds: number;
}
export interface PathTold extends Told {
  visitorId: string;
  sessionId: string;
  claimedUserId: number | null;
  pathSequence: string[];
  entryPage: string;
  exitPage: string;
  totalPages: number;
  totalDurationSeconds: number;
  converted: boolean;
  conversionType: string;
}

/** The longest time that was told of a page in a session. */
export async function storeStay({ at, bot, visitorId, sessionId, pagePath, durationSeconds }: StayTold): Promise<void> {
  const _id = JSON.stringify([visitorId, sessionId, pagePath]);
  await upsert(
    StayModel,
    { _id },
    {
      $max: { durationSeconds, at: new Date(at) },
      $setOnInsert: { bot, visitorId, sessionId, pagePath },
    },
  );
}

/** Pages of a way that ways are told apart by. */
const WAY_PAGES = 10;

/** The way of a session that was told last. */
export async function storePath({ key: _key, at, memberId, claimedUserId, ...told }: PathTold): Promise<void> {
  const _id = JSON.stringify([told.visitorId, told.sessionId]);
  const toldAt = new Date(at);
  const way = told.pathSequence.slice(0, WAY_PAGES).join(" > ");
  // The token's member counts; what the page claims is kept beside it only while there is none.
  const who = { memberId, claimedUserId: memberId === null ? claimedUserId : null };
  await upsert(VisitPathModel, { _id, at: { $lte: toldAt } }, { $set: { ...told, ...who, way, at: toldAt } });
}

/** A newer one is there, or another made the row at the same moment: of the first nothing is left to do, the second is tried again. */
async function upsert<T extends { _id: string }>(
  model: Model<T>,
  where: { _id: string; at?: { $lte: Date } },
  update: UpdateQuery<T>,
): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await model.updateOne(where as never, update, { upsert: true });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
