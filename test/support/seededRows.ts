import { ClaimModel } from "#shared/kernel/mongo/claims.js";
import { logicallyDeleted, models } from "#shared/kernel/mongo/mongo.js";

/**
 * What operators manage, as it stands now. The answer removes what has been added since: whoever seeds a whole shop into
 * the store that all tests of a run share must not leave its levels, rules and pages to the others.
 */
export async function rowsOfOperators(): Promise<() => Promise<void>> {
  const known = new Map<string, unknown[]>();
  for (const name of logicallyDeleted) {
    const rows = await models
      .get(name)!
      .collection.find({}, { projection: { _id: 1 } })
      .toArray();
    known.set(
      name,
      rows.map(({ _id }) => _id),
    );
  }
  return async () => {
    for (const [name, ids] of known) {
      await models.get(name)!.collection.deleteMany({ _id: { $nin: ids } } as never);
      await ClaimModel.deleteMany({ _id: { $gte: `${name}.`, $lt: `${name}/` }, by: { $nin: ids as number[] } });
    }
  };
}
