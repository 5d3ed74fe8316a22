import { inTransaction } from "#shared/platform/mongo.js";
import { changeMemberStatus } from "./changeMemberStatus.js";
import { memberErrors } from "./member.errors.js";
import { MemberModel, type MemberDoc, type MemberStatus } from "./member.model.js";

/** What a member may tell of themselves; what is undefined stays (spec, Member profile). */
export interface ProfileChanges {
  nickname?: string | undefined;
  avatar?: string | undefined;
  sex?: MemberDoc["sex"] | undefined;
  status?: MemberStatus | undefined;
}

/** Changes the given fields; status 1 closes the account and leaves it this session, 0 opens it again. */
export async function updateProfile(
  { memberId, sessionId }: { memberId: number; sessionId: number },
  { status, ...profile }: ProfileChanges,
): Promise<void> {
  const told = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    const { matchedCount } = await MemberModel.updateOne({ _id: memberId }, { $set: told });
    if (matchedCount === 0) throw memberErrors.MemberNotFound();
    if (status !== undefined) await changeMemberStatus(memberId, status, { keepSession: sessionId, by: "member" });
  });
}
