import { inBatches } from "#shared/kernel/mongo/batches.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";

/** `operatorName` is null if no operator did it. */
export type OfOperator<T> = T & { operatorName: string | null };
interface Operated {
  operatorId?: number | null | undefined;
}

/** Names of operators by id: the nickname, or else the user name. Deleted operators are included. */
export async function operatorNames(ids: readonly (number | null | undefined)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === "number"))];
  if (wanted.length === 0) return new Map();
  const found = await withDeleted(OperatorModel.find({ _id: { $in: wanted } }))
    .select({ nickname: 1, username: 1 })
    .lean<Pick<OperatorDoc, "_id" | "nickname" | "username">[]>();
  return new Map(found.map(({ _id, nickname, username }) => [_id, nickname || username]));
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
