import { randomInt } from "node:crypto";
import { createMember, findMember, MemberModel, type MemberDoc } from "#shared/domains/member/index.js";
import { nicknameFields } from "#shared/domains/member/nicknames.js";
import { signInMember } from "#shared/domains/member/signIn/signInMember.js";
import { startService } from "#test/support/service.js";
import { clientWith, type Client } from "#test/support/client.js";

export interface BuiltMember {
  member: MemberDoc;
  token: string;
  refreshToken: string;
  /** Calls as this member. */
  client: Client;
}

/** A mobile that no other test uses. */
export const freshMobile = (): string => `13${String(randomInt(1_000_000_000)).padStart(9, "0")}`;

/** A signed-in member. Overrides are written as they are. */
export async function buildMember(overrides: Partial<Omit<MemberDoc, "_id">> = {}): Promise<BuiltMember> {
  await startService();
  const made = await createMember({ mobile: overrides.mobile === undefined ? freshMobile() : overrides.mobile });
  // Signed in first: an override may close the account.
  const { accessToken, refreshToken } = await signInMember(made._id);
  const { nickname } = overrides;
  const set = { ...overrides, ...(nickname === undefined ? {} : nicknameFields(nickname)) };
  if (Object.keys(set).length > 0) await MemberModel.updateOne({ _id: made._id }, { $set: set });
  const member = (await findMember(made._id))!;
  return { member, token: accessToken, refreshToken, client: clientWith(accessToken) };
}
