import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
/** The fields of a level that the rule needs. */
interface Rung {
  experience: number;
  level: number;
  /** 0 enabled. */
  status: EnabledStatus;
}

/**
 * The level for this much experience: the highest enabled one whose threshold is reached, else undefined (rules:
 * Loyalty). `levels` may be in any order.
 */
export function levelFor<L extends Rung>(levels: readonly L[], experience: number): L | undefined {
  let best: L | undefined;
  for (const one of levels) {
    if (one.status !== EnabledStatus.enabled || one.experience > experience) continue;
    if (!best || one.experience > best.experience || (one.experience === best.experience && one.level > best.level))
      best = one;
  }
  return best;
}
