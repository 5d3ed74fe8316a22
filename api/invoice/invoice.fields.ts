import { text } from "#api/http/fields.js";
import { isDrawable } from "#shared/domains/invoice/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";

/** A text that is printed on an invoice and sent to the tax office. */
export const printed = (max: number, min = 0) =>
  text(max, min).refine(isDrawable, {
    error: () =>
      currentLanguage() === "zh"
        ? "不能包含表情符号或发票无法显示的字符"
        : "must not hold emoji or other signs that no invoice can show",
  });
