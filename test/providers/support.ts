import { config } from "#shared/kernel/config/config.js";
import { providerGroups, providerNames, type ProviderGroup } from "#shared/kernel/config/providerGroups.js";

/** What a test does in a shop without these providers, in this process. */
export async function without<T>(off: readonly ProviderGroup[], run: () => Promise<T>): Promise<T> {
  const names = off.flatMap((group): string[] => [...providerGroups[group].needs, ...providerGroups[group].may]);
  const values = config as unknown as Record<string, unknown>;
  const kept = Object.fromEntries(names.map((name) => [name, values[name]]));
  Object.assign(config, Object.fromEntries(names.map((name) => [name, Array.isArray(kept[name]) ? [] : ""])));
  try {
    return await run();
  } finally {
    Object.assign(config, kept);
  }
}

/** The smallest shop: WeChat Pay and SMS. */
export const allBut = (...on: ProviderGroup[]): ProviderGroup[] => providerNames.filter((name) => !on.includes(name));

export const NOT_OFFERED = 1_001_009_003;
