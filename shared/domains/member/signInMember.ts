import { clock } from "#shared/platform/clock.js";
import { currentContext } from "#shared/platform/context.js";
import { openSession, type TokenPair } from "#shared/platform/sessions.js";
import { MemberModel } from "./member.model.js";

/** Devices that may be signed in at once; the next one ends the oldest (contract 3). */
const SESSIONS = 5;

/** Opens a session for a member who has proved who they are. */
export async function signInMember(memberId: number): Promise<TokenPair> {
  const { pair } = await openSession("member", memberId, SESSIONS);
  await MemberModel.updateOne(
    { _id: memberId },
    { $set: { loginIp: currentContext()?.ip ?? "", loginAt: clock.now() } },
  );
  return pair;
}
