import type mongoose from "mongoose";
import { ended, moved } from "#shared/domains/accountMerge/index.js";
import { MemberStatus } from "#shared/domains/member/member.states.js";
import { add, byId, type CheckReport, type Read } from "./rows.js";

/** The member who has what belonged to a member, now. */
export type OwnerNow = (memberId: number) => number;

/** By the members as they are read: also between two batches of a merge both of a pair have the same owner. */
export async function ownersOf(read: Read): Promise<OwnerNow> {
  const members = byId(await read("members"));
  return (memberId) => {
    let owner = memberId;
    for (let into; typeof (into = members.get(owner)?.mergedInto) === "number" && into !== owner;) owner = into;
    return owner;
  };
}

/** I9: a merged member owns nothing, and nobody else's id leads to it. */
export async function mergedOwnNothing(
  report: CheckReport,
  read: Read,
  { db, session }: { db: mongoose.mongo.Db; session: mongoose.mongo.ClientSession },
): Promise<void> {
  const merged = (await read("members")).filter(({ status }) => status === MemberStatus.merged);
  report.looked["I9 merged members"] = merged.length;
  if (merged.length === 0) return;
  const ids = merged.map(({ _id }) => _id);
  for (const { _id, mergedInto, point, pointOwed = 0, experience } of merged) {
    const about = `member ${_id}`;
    if (typeof mergedInto !== "number") add(report, "I9", about, "is merged into nobody");
    if (point !== 0 || pointOwed !== 0 || experience !== 0)
      add(report, "I9", about, `is merged and has ${point} points, owes ${pointOwed}, has ${experience} experience`);
  }
  for (const wallet of await read("wallets", { memberId: { $in: ids } }))
    if (wallet.balanceFen !== 0 || wallet.frozenFen !== 0)
      add(report, "I9", `wallet ${wallet._id}`, `of merged member ${wallet.memberId}: ${wallet.balanceFen} fen`);
  const owned = [...moved.map(({ collection, field }) => [collection, field] as const), ...ended];
  for (const [collection, field] of owned)
    for await (const row of db
      .collection(collection)
      .find({ [field]: { $in: ids } }, { session, projection: { [field]: 1 } }))
      add(report, "I9", `${collection} ${String(row._id)}`, `belongs to merged member ${String(row[field])}`);
}
