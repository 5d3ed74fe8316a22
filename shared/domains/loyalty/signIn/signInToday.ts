import { findMember, memberErrors } from "#shared/domains/member/index.js";
import { clock } from "#shared/kernel/time/clock.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { MemberStatus } from "#shared/domains/member/member.states.js";
import { changeExperience } from "../level/changeExperience.js";
import { changePoints } from "../points/changePoints.js";
import { loyaltyErrors } from "../loyalty.errors.js";
import { dateBefore, dateOf, nextDay } from "./signInDay.js";
import { lastSignIn } from "./signIn.queries.js";
import { SignInRecordModel, type SignInRecordDoc } from "./signInRecord.model.js";
import { signInRules } from "./signInRule.model.js";
import { ExperienceBizType, PointBizType } from "../loyalty.codes.js";

/**
 * The member's daily sign-in: one row per day of Asia/Shanghai, with the points and the experience of the configured
 * day. Throws SignedInToday (1004010000) after the first of concurrent calls; MemberNotFound, MemberDisabled.
 */
export async function signInToday(memberId: number): Promise<SignInRecordDoc> {
  const _id = await nextId("signInRecords");
  return inTransaction(async () => {
    const member = await findMember(memberId);
    if (!member) throw memberErrors.MemberNotFound();
    if (member.status !== MemberStatus.enabled) throw memberErrors.MemberDisabled();
    const date = dateOf(clock.now());
    const last = await lastSignIn(memberId);
    // After a clock was set back the last day may be later: it counts as today.
    if (last && last.date >= date) throw loyaltyErrors.SignedInToday();
    const rules = await signInRules();
    const yesterday = last?.date === dateBefore(date) ? last : null;
    const day = nextDay(yesterday?.day ?? null, rules.at(-1)?.day ?? 0);
    const { point = 0, experience = 0 } = rules.find((rule) => rule.day === day) ?? {};
    const row = { _id, memberId, date, day, streak: (yesterday?.streak ?? 0) + 1, point, experience };
    const record = await writeRow(row);
    await changePoints({ memberId, change: point, bizType: PointBizType.signIn, bizId: _id });
    await changeExperience({ memberId, change: experience, bizType: ExperienceBizType.signIn, bizId: _id });
    return record;
  });
}

async function writeRow(row: Omit<SignInRecordDoc, "createdAt">): Promise<SignInRecordDoc> {
  try {
    const [created] = await SignInRecordModel.create([row]);
    return created!.toObject();
  } catch (error) {
    // A concurrent sign-in was first: the next run of this transaction sees its row.
    if (isDuplicateKey(error)) throw new LostRace(`sign-in of ${row.memberId}`);
    throw error;
  }
}
