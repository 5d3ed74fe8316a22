import { expect } from "chai";
import { checkInvariants } from "#scripts/check/invariants.js";
import { leftoversOf } from "#shared/domains/accountMerge/leftovers.js";
import { findMember, type MemberDoc } from "#shared/domains/member/index.js";
import { buildMember, type BuiltMember } from "#test/factories/member.js";
import { buildSocialPerson } from "#test/factories/socialPerson.js";
import { clientWith, stranger, type Reply } from "#test/support/client.js";
import { runJobs } from "#test/support/runJobs.js";

type Person = Awaited<ReturnType<typeof buildSocialPerson>>;

/** Two members of one person: one came by mini-program without a phone, the other has the phone. */
export interface Pair {
  from: BuiltMember;
  into: BuiltMember;
  person: Person;
}

/** Through HTTP, as the mini-program does; with `phone` it agrees to give it. Again with new codes when it is told to. */
export async function signInByMini(person: Person, { phone = false } = {}): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await stranger.post("/app-api/member/auth/social-mini-app-login", {
      loginCode: await person.code("login"),
      ...(phone ? { phoneCode: await person.code("phone") } : {}),
    });
    if (reply.status !== 503 || tries === 5) return reply;
  }
}

/** A member who came by mini-program without a phone. */
export async function buildOfMini(person: Person): Promise<BuiltMember> {
  const reply = await signInByMini(person);
  expect(reply, reply.msg).to.include({ code: 0 });
  const { userId, accessToken: token, refreshToken } = reply.data;
  return { member: (await findMember(userId))!, token, refreshToken, client: clientWith(token) };
}

export async function buildPair(given?: BuiltMember): Promise<Pair> {
  const into = given ?? (await buildMember());
  const person = await buildSocialPerson({ mobile: into.member.mobile! });
  return { from: await buildOfMini(person), into, person };
}

/** The sign-in that merges; what the job does is still to run. */
export async function beginMerging({ person, into }: Pair): Promise<Reply> {
  const reply = await signInByMini(person, { phone: true });
  expect(reply, reply.msg).to.include({ code: 0 });
  expect(reply.data.userId).to.equal(into.member._id);
  return reply;
}

/** Begun, and all moved. */
export async function merge(pair: Pair): Promise<void> {
  await beginMerging(pair);
  await runJobs();
  await expectMerged(pair);
}

export async function expectMerged({ from, into }: Pick<Pair, "from" | "into">): Promise<void> {
  const old = (await findMember(from.member._id))!;
  expect(old).to.include({ status: 3, mergedInto: into.member._id });
  expect(await leftoversOf(from.member._id)).to.deep.equal([]);
  expect(await wrongOf(from.member._id, into.member._id)).to.deep.equal([]);
}

export const reload = async ({ member }: { member: MemberDoc }): Promise<MemberDoc> => (await findMember(member._id))!;

/** What the check finds of members, and of merged ones as a whole. */
export async function wrongOf(...memberIds: number[]): Promise<string[]> {
  const { violations } = await checkInvariants();
  const named = new RegExp(`member (?:${memberIds.join("|")})\\b`);
  return violations
    .filter(({ invariant, about, what }) => invariant === "I9" || named.test(about) || named.test(what))
    .map(({ invariant, about, what }) => `${invariant} ${about}: ${what}`);
}
