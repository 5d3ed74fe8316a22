import { text } from "#api/http/fields.js";
import { isDrawable } from "#shared/domains/invoice/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";

/** A text that is printed on an invoice and sent to the tax office. */
export const printed = (max: number, min = 0) =>
  text(max, min).refine(isDrawable, {
    error: () => (currentLanguage() === "zh" ? "不能包含表情符号" : "must not hold emoji, which no invoice can show"),
  });
