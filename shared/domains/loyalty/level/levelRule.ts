import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
/** What the level rule looks at. */
interface Rung {
  experience: number;
  level: number;
  /** 0 enabled. */
  status: EnabledStatus;
}

/**
 * The level of someone with this much experience: the highest enabled one whose threshold is reached, undefined when none
 * is (rules: Loyalty). The order of the levels does not matter.
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
