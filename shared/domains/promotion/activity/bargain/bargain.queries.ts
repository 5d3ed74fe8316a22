import type { QueryFilter } from "mongoose";
import { createdWithin, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { activityErrors } from "../activity.errors.js";
import { BargainHelpModel, BargainRecordModel, type BargainHelpDoc, type BargainRecordDoc } from "./bargain.model.js";
import { BargainStatus } from "../activity.states.js";

export interface BargainRecordInFull {
  record: BargainRecordDoc;
  /** Newest first. */
  helps: BargainHelpDoc[];
}

/** A record with its helps, open to anyone, as members share it. Throws BargainRecordNotFound. */
export async function bargainRecordInFull(recordId: number): Promise<BargainRecordInFull> {
  return withHelps(await BargainRecordModel.findById(recordId).lean<BargainRecordDoc>());
}

/** A member's latest record of an activity. Throws BargainRecordNotFound. */
export async function ownBargainRecord(memberId: number, activityId: number): Promise<BargainRecordInFull> {
  const latest = BargainRecordModel.findOne({ memberId, activityId }).sort({ _id: -1 });
  return withHelps(await latest.lean<BargainRecordDoc>());
}

async function withHelps(record: BargainRecordDoc | null): Promise<BargainRecordInFull> {
  if (!record) throw activityErrors.BargainRecordNotFound();
  const helps = await BargainHelpModel.find({ recordId: record._id }).sort({ _id: -1 }).lean<BargainHelpDoc[]>();
  return { record, helps };
}

/** The current status: past its end a bargain has failed, even before a job writes it. */
export const bargainStatusNow = ({ status, endAt }: BargainRecordDoc): BargainStatus =>
  status === BargainStatus.underWay && endAt <= clock.now() ? BargainStatus.failed : status;

interface BargainRecordQuery extends Page {
  activityId?: number | undefined;
  memberId?: number | undefined;
  status?: BargainStatus | undefined;
  createdAt?: TimeSpan | undefined;
}

/** For operators, newest first. */
export async function pageBargainRecords(query: BargainRecordQuery): Promise<PageOf<BargainRecordDoc>> {
  const { activityId, memberId, status, createdAt } = query;
  const filter: QueryFilter<BargainRecordDoc> = {
    ...(activityId === undefined ? {} : { activityId }),
    ...(memberId === undefined ? {} : { memberId }),
    ...(status === undefined ? {} : { status }),
    ...createdWithin(createdAt),
  };
  return pageOf(BargainRecordModel, filter, query);
}
