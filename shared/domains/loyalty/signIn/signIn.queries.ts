import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { clock } from "#shared/kernel/time/clock.js";
import { dateBefore, dateOf } from "./signInDay.js";
import { SignInRecordModel, type SignInRecordDoc } from "./signInRecord.model.js";

/** The member's latest sign-in. */
export async function lastSignIn(memberId: number): Promise<SignInRecordDoc | null> {
  return SignInRecordModel.findOne({ memberId }).sort({ date: -1 }).lean<SignInRecordDoc>();
}

interface SignInSummary {
  totalDay: number;
  /** Consecutive days up to today, or up to yesterday without a sign-in today; 0 after a gap. */
  continuousDay: number;
  todaySignIn: boolean;
}

export async function signInSummary(memberId: number): Promise<SignInSummary> {
  const today = dateOf(clock.now());
  const last = await lastSignIn(memberId);
  const todaySignIn = last !== null && last.date >= today;
  const unbroken = todaySignIn || last?.date === dateBefore(today);
  return {
    totalDay: await SignInRecordModel.countDocuments({ memberId }),
    continuousDay: unbroken ? (last?.streak ?? 0) : 0,
    todaySignIn,
  };
}

/** Newest first; without `memberId` of all members, for operators. */
export async function pageSignIns(
  { memberId, day }: { memberId?: number | undefined; day?: number | undefined },
  page: Page,
): Promise<PageOf<SignInRecordDoc>> {
  const filter = { ...(memberId === undefined ? {} : { memberId }), ...(day === undefined ? {} : { day }) };
  return pageOf(SignInRecordModel, filter, page);
}
