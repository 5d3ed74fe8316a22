import { operatorNames } from "#shared/domains/admin/index.js";
import { withMembers, type OfMember } from "#shared/domains/loyalty/index.js";
import type { AnomalyRow } from "#shared/domains/pay/index.js";

export type NamedAnomaly = OfMember<AnomalyRow> & { operatorName: string | null };

/** With whose payment it is, and who closed it. */
export async function withNames(rows: readonly AnomalyRow[]): Promise<NamedAnomaly[]> {
  const names = await operatorNames(rows.map(({ operatorId }) => operatorId ?? null));
  const owned = await withMembers(rows);
  return owned.map((row) => ({ ...row, operatorName: names.get(row.operatorId ?? 0) ?? null }));
}
