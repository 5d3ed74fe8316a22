import { randomInt } from "node:crypto";
import { currentContext } from "#shared/kernel/request/context.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { announce } from "#shared/kernel/queue/events.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction, isDuplicateKey, isInTransaction, LostRace } from "#shared/kernel/mongo/mongo.js";
import { memberCreated } from "./member.events.js";
import { MemberModel, type MemberDoc } from "./member.model.js";
import { findMember, findMemberByMobile } from "./member.queries.js";
import { nicknameFields } from "./nicknames.js";

interface NewMember {
  mobile: string | null;
  nickname?: string | undefined;
  avatar?: string | undefined;
  passwordHash?: string | null | undefined;
}

/** Creates a member, or returns the one who has the mobile already, unchanged. Announces `member.created`. */
export async function createMember({
  mobile,
  nickname,
  avatar = "",
  passwordHash = null,
}: NewMember): Promise<MemberDoc> {
  const existing = mobile === null ? null : await findMemberByMobile(mobile);
  if (existing) return existing;
  const context = currentContext();
  const _id = await nextId("members");
  const fresh = {
    _id,
    ...(mobile === null ? {} : { mobile }),
    passwordHash,
    ...nicknameFields(nickname ?? `User${String(randomInt(1_000_000)).padStart(6, "0")}`),
    avatar,
    registerIp: context?.ip ?? "",
    registerTerminal: context?.terminal ?? Terminal.unknown,
  };
  try {
    await inTransaction(async () => {
      await MemberModel.create([fresh]);
      await announce(memberCreated, { memberId: _id });
    });
  } catch (error) {
    // Another request created the same member meanwhile, which aborts an outer transaction: that runs again.
    if (!isDuplicateKey(error, "mobile") || mobile === null) throw error;
    if (isInTransaction()) throw new LostRace("a member of the same mobile");
  }
  const member = mobile === null ? await findMember(_id) : await findMemberByMobile(mobile);
  if (!member) throw new Error(`member ${_id} vanished while being made`);
  return member;
}
