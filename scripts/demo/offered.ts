import type { ProviderGroup } from "#shared/kernel/config/providerGroups.js";
import type { OperatorClient } from "./shopClient.js";

let off: ReadonlySet<string> = new Set();

/** What the shop does without, as its operators see it. */
export async function readProviders(operator: OperatorClient): Promise<string[]> {
  const { providersOff } = await operator.get<{ providersOff: string[] }>("/admin-api/system/auth/get-permission-info");
  off = new Set(providersOff);
  return providersOff;
}

/** Whether the shop uses all of these providers. */
export const has = (...needs: ProviderGroup[]): boolean => needs.every((group) => !off.has(group));

/** Steps that need all of these providers; where one is off a line says so instead. */
export async function ifOffered<T>(
  what: string,
  needs: readonly ProviderGroup[],
  run: () => Promise<T>,
): Promise<T | undefined> {
  if (has(...needs)) return run();
  const missing = needs.filter((group) => off.has(group)).join(", ");
  console.log(`  –  ${what.padEnd(50)} not offered by this shop: ${missing}`);
  return undefined;
}
