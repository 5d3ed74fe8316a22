import type { SmsKeys } from "../keyTypes.js";

/** The template of the notice that a mobile was replaced: the number after those of the codes. */
export const mobileChangedTemplate = ({ templates }: SmsKeys): string => String(Number(templates.resetPassword) + 1);
