import { clock } from "#shared/kernel/time/clock.js";
import { currentLanguage } from "./context.js";
import { defineErrors } from "./errors.js";

/** Something allowed but unusual about an operator's act. */
export interface Warning {
  en: string;
  zh: string;
}

const warningErrors = defineErrors("warnings", {
  ConfirmationNeeded: {
    code: 1013000000,
    en: "{warnings}. Confirm it if this is meant (confirm: true)",
    zh: "{warnings}。如确认无误，请确认（confirm: true）",
  },
});

/** Throws ConfirmationNeeded with all warnings unless the operator has confirmed; to be called before any write. */
export function requireConfirmation(warnings: readonly Warning[], isConfirmed: boolean): void {
  if (isConfirmed || warnings.length === 0) return;
  const language = currentLanguage();
  const separator = language === "zh" ? "；" : "; ";
  throw warningErrors.ConfirmationNeeded({ warnings: warnings.map((warning) => warning[language]).join(separator) });
}

/**
 * A warning for a period that is over before it is saved. One that was saved like that stays without a word.
 * @param field the request's name of its end
 */
export function overAlready(field: string, endAt: Date | null | undefined, before?: Date | null): Warning[] {
  if (!endAt || endAt > clock.now() || endAt.getTime() === before?.getTime()) return [];
  return [{ en: `${field} is over already`, zh: `${field} 已经过去` }];
}
