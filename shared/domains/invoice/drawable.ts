/**
 * What no font of an invoice has, and the tax office does not take: emoji with what joins and colours them, and the Han
 * characters after extension F.
 */
const undrawable =
  /\p{Emoji_Presentation}|\u{FE0F}|\u{200D}|\u{20E3}|[\u{1F000}-\u{1FAFF}]|[\u{2EBE1}-\u{2F7FF}]|[\u{30000}-\u{3FFFF}]|[\u{E0020}-\u{E007F}]/u;
const everyUndrawable =
  /\p{Emoji_Presentation}|\u{FE0F}|\u{200D}|\u{20E3}|[\u{1F000}-\u{1FAFF}]|[\u{2EBE1}-\u{2F7FF}]|[\u{30000}-\u{3FFFF}]|[\u{E0020}-\u{E007F}]/gu;

/** Whether an invoice can show a text as it is. */
export const isDrawable = (text: string): boolean => !undrawable.test(text);

/** A product's name without what an invoice cannot show; `nameless` where nothing is left of it. */
export const drawableName = (name: string, nameless: string): string =>
  name.replace(everyUndrawable, "").replace(/\s+/g, " ").trim() || nameless;
