import { MemberModel, type MemberDoc } from "./member.model.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import type { PageOf } from "#shared/kernel/lists/pageOf.js";

/** What rows in the back office show of a member. */
export type MemberInShort = Pick<MemberDoc, "_id" | "nickname" | "avatar" | "mobile">;
/** `member` is null if the account is erased. */
export type OfMember<T> = T & { member: MemberInShort | null };
interface Owned {
  memberId: number | null;
}

/** Members by their ids, in one query; those whose accounts are erased are absent. */
export async function membersOf(ids: readonly (number | null)[]): Promise<Map<number | null, MemberInShort>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  const shown = { nickname: 1, avatar: 1, mobile: 1 };
  const members =
    wanted.length === 0 ? [] : await MemberModel.find({ _id: { $in: wanted } }, shown).lean<MemberInShort[]>();
  return new Map(members.map((member) => [member._id, member]));
}

/** Each row with its member, in one query. */
export async function withMembers<T extends Owned>(rows: readonly T[]): Promise<OfMember<T>[]> {
  const members = await membersOf(rows.map(({ memberId }) => memberId));
  return rows.map((row) => ({ ...row, member: members.get(row.memberId) ?? null }));
}

/** One row with its member. */
export async function withMember<T extends Owned>(row: T): Promise<OfMember<T>> {
  const [owned] = await withMembers([row]);
  return owned!;
}

/** A page with the member of each row. */
export async function pageWithMembers<T extends Owned>({ list, total }: PageOf<T>): Promise<PageOf<OfMember<T>>> {
  return { list: await withMembers(list), total };
}

/** The same for all rows of a search, streamed. */
export async function* eachWithMember<T extends Owned>(rows: AsyncIterable<T>): AsyncGenerator<OfMember<T>> {
  for await (const batch of inBatches(rows, 200)) yield* await withMembers(batch);
}
