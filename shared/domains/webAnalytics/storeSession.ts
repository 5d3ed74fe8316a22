import type { Model, UpdateQuery } from "mongoose";
import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { StayModel, VisitPathModel } from "./analytics.models.js";
import type { Submission } from "./visit.js";

export interface StaySubmission extends Submission {
  visitorId: string;
  sessionId: string;
  pagePath: string;
  /** Since the page was opened. */
  durationSeconds: number;
}
export interface PathSubmission extends Submission {
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

/** Stores the longest time reported for a page in a session. */
export async function storeStay(stay: StaySubmission): Promise<void> {
  const { at, bot, visitorId, sessionId, pagePath, durationSeconds } = stay;
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

/** How many pages of a path distinguish it from others. */
const WAY_PAGES = 10;

/** Stores the path of a session as last reported. */
export async function storePath({ key: _key, at, memberId, claimedUserId, ...path }: PathSubmission): Promise<void> {
  const _id = JSON.stringify([path.visitorId, path.sessionId]);
  const reportedAt = new Date(at);
  const way = path.pathSequence.slice(0, WAY_PAGES).join(" > ");
  // The token's member counts; what the page claims is stored only without one.
  const who = { memberId, claimedUserId: memberId === null ? claimedUserId : null };
  await upsert(VisitPathModel, { _id, at: { $lte: reportedAt } }, { $set: { ...path, ...who, way, at: reportedAt } });
}

/** On a duplicate key a newer row exists, or another run just created it: one retry covers the second case. */
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
