import { operatorNames, type OfOperator } from "#shared/domains/operator/index.js";
import type { AfterSaleLogDoc, OrderLogDoc } from "#shared/domains/trade/index.js";
import { UserType } from "#shared/kernel/kernel.codes.js";

type MoveLog = OrderLogDoc | AfterSaleLogDoc;
export type NamedMoveLog = OfOperator<MoveLog>;
export type WithNames<T> = Omit<T, "logs"> & { logs: NamedMoveLog[] };

/** Adds the names of the operators in its log, with one query. */
export async function withOperatorNames<T extends { logs: MoveLog[] }>(full: T): Promise<WithNames<T>> {
  const byOperator = full.logs.filter(({ userType }) => userType === UserType.operator);
  const names = await operatorNames(byOperator.map(({ userId }) => userId));
  const nameOf = (log: MoveLog) => (log.userType === UserType.operator ? (names.get(log.userId) ?? null) : null);
  return { ...full, logs: full.logs.map((log) => ({ ...log, operatorName: nameOf(log) })) };
}
