import { wordsOfLog, type OrderLogDoc } from "#shared/domains/trade/index.js";
import { currentLanguage } from "#shared/kernel/request/context.js";

/** A row of a history in the language of the request. */
export const orderLogWords = (row: Pick<OrderLogDoc, "what" | "content">): string => wordsOfLog(row, currentLanguage());
