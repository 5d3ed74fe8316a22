import { operatorNames } from "#shared/domains/admin/index.js";
import type { OperationLogDoc } from "#shared/domains/audit/index.js";
import { withMembers, type OfMember } from "#shared/domains/loyalty/index.js";

export type NamedOperation = OfMember<OperationLogDoc> & { operatorName: string | null };

/** With who it was: operators and members by their names, each kind by one query. */
export async function withActors(rows: readonly OperationLogDoc[]): Promise<NamedOperation[]> {
  const names = await operatorNames(rows.map(({ operatorId }) => operatorId));
  const owned = await withMembers(rows);
  return owned.map((row) => ({ ...row, operatorName: names.get(row.operatorId ?? 0) ?? null }));
}
