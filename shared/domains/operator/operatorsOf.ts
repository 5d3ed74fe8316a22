import { inBatches } from "#shared/kernel/mongo/batches.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { MachineKeyModel, type MachineKeyDoc } from "./machineKey/machineKey.model.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";

/** `operatorName` is null if no operator did it. */
export type OfOperator<T> = T & { operatorName: string | null };
interface Operated {
  operatorId?: number | null | undefined;
}

/** Names of operators by id: the nickname, or else the user name; of machines by their keys. Deleted ones are included. */
export async function operatorNames(ids: readonly (number | null | undefined)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === "number"))];
  if (wanted.length === 0) return new Map();
  const found = await withDeleted(OperatorModel.find({ _id: { $in: wanted } }))
    .select({ nickname: 1, username: 1 })
    .lean<Pick<OperatorDoc, "_id" | "nickname" | "username">[]>();
  const names = new Map(found.map(({ _id, nickname, username }) => [_id, nickname || username]));
  const rest = wanted.filter((id) => !names.has(id));
  if (rest.length === 0) return names;
  const machines = await MachineKeyModel.find({ _id: { $in: rest } }, { name: 1 }).lean<
    Pick<MachineKeyDoc, "_id" | "name">[]
  >();
  for (const { _id, name } of machines) names.set(_id, name);
  return names;
}

/** Each row with the name of its operator, in one query. */
export async function withOperators<T extends Operated>(rows: readonly T[]): Promise<OfOperator<T>[]> {
  const names = await operatorNames(rows.map(({ operatorId }) => operatorId));
  return rows.map((row) => ({ ...row, operatorName: names.get(row.operatorId ?? 0) ?? null }));
}

/** The same for all rows of a search, streamed. */
export async function* eachWithOperator<T extends Operated>(rows: AsyncIterable<T>): AsyncGenerator<OfOperator<T>> {
  for await (const batch of inBatches(rows, 200)) yield* await withOperators(batch);
}
