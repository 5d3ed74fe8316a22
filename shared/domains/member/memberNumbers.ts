import { Terminal } from "#shared/kernel/kernel.codes.js";
import { within, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { inBatches } from "#shared/kernel/mongo/batches.js";
import { AddressModel, type AddressDoc } from "./address/address.model.js";
import { areaPath } from "./address/area.js";
import { MemberModel, type MemberDoc } from "./member.model.js";

/** How many members joined in a time span, inclusive at both ends, by the terminal that they joined with. */
export async function newMembers(between: TimeSpan): Promise<Map<number, number>> {
  const rows = await MemberModel.aggregate<{ _id: number | null; count: number }>([
    { $match: { createdAt: within(between) } },
    { $group: { _id: "$registerTerminal", count: { $sum: 1 } } },
  ]);
  return new Map(rows.map(({ _id, count }) => [_id ?? Terminal.unknown, count]));
}

/** Number of members who had joined by then. */
export async function countMembers(until: Date): Promise<number> {
  return MemberModel.countDocuments({ createdAt: { $lt: new Date(until.getTime() + 1) } });
}

/**
 * Number of members who joined in a time span by the province of their current default address; 0: they have none.
 * Reads every one of them, so the caller should cache the result for a while.
 */
export async function areasOfNewMembers(between: TimeSpan): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const members = MemberModel.find({ createdAt: within(between) }, { _id: 1 })
    .lean<Pick<MemberDoc, "_id">[]>()
    .cursor({ batchSize: 1_000 });
  for await (const batch of inBatches(members, 1_000)) {
    const addresses = await AddressModel.find(
      { memberId: { $in: batch.map(({ _id }) => _id) }, isDefault: true },
      { memberId: 1, areaId: 1 },
    ).lean<Pick<AddressDoc, "_id" | "memberId" | "areaId">[]>();
    const provinces = new Map(addresses.map(({ memberId, areaId }) => [memberId, areaPath(areaId).at(-2) ?? 0]));
    for (const { _id } of batch) {
      const province = provinces.get(_id) ?? 0;
      counts.set(province, (counts.get(province) ?? 0) + 1);
    }
  }
  return counts;
}
