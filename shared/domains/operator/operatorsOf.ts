import { inBatches } from "#shared/kernel/mongo/batches.js";
import { withDeleted } from "#shared/kernel/mongo/logicalDelete.js";
import { OperatorModel, type OperatorDoc } from "./operator.model.js";

/** `operatorName` is null where no operator did it. */
export type OfOperator<T> = T & { operatorName: string | null };
interface Operated {
  operatorId?: number | null | undefined;
}

/** What operators call themselves, by id: their name, or else their user name. One who was deleted keeps theirs. */
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

/** The same for all rows of a search, as they are taken. */
export async function* eachWithOperator<T extends Operated>(rows: AsyncIterable<T>): AsyncGenerator<OfOperator<T>> {
  for await (const batch of inBatches(rows, 200)) yield* await withOperators(batch);
}
