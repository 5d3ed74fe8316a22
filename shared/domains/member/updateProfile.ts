import { releaseAvatar, usePictures } from "#shared/domains/media/index.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { changeMemberStatus } from "./changeMemberStatus.js";
import { memberErrors } from "./member.errors.js";
import { chosenNickname, nicknameFields } from "./nicknames.js";
import { MemberModel, type MemberDoc } from "./member.model.js";
import type { MemberStatus } from "./member.states.js";

/** What a member may change of the own profile; undefined fields stay. */
interface ProfileChanges {
  nickname?: string | undefined;
  avatar?: string | undefined;
  sex?: MemberDoc["sex"] | undefined;
  status?: MemberStatus | undefined;
}

/**
 * Changes the given fields; status 1 closes the account but keeps this session, 0 reopens it. 400 (`avatar`) for a
 * picture that is not in our store, unless it is the current one, as social providers give addresses of their own; the
 * refusals of chosenNickname.
 */
export async function updateProfile(
  { memberId, sessionId }: { memberId: number; sessionId: number },
  { status, nickname, ...others }: ProfileChanges,
): Promise<void> {
  const profile = { ...others, ...(nickname === undefined ? {} : nicknameFields(chosenNickname(nickname))) };
  const changes = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
  await inTransaction(async () => {
    if (profile.avatar !== undefined) await changeAvatar(memberId, profile.avatar);
    const { matchedCount } = await MemberModel.updateOne({ _id: memberId, mergedInto: null }, { $set: changes });
    if (matchedCount === 0) throw memberErrors.MemberNotFound();
    if (status !== undefined) await changeMemberStatus(memberId, status, { keepSession: sessionId, by: "member" });
  });
}

async function changeAvatar(memberId: number, avatar: string): Promise<void> {
  const before = await MemberModel.findById(memberId, { avatar: 1 }).lean<Pick<MemberDoc, "avatar">>();
  if (before?.avatar === avatar) return;
  await releaseAvatar(memberId);
  const shown = avatar === "" ? [] : [{ key: avatar, field: "avatar" }];
  await usePictures(memberId, shown, { what: "avatar", id: memberId });
}
