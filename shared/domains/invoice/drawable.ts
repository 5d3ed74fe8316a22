/** Emoji, and what joins and colours them: no font of an invoice has them, and the tax office takes none. */
const oneEmoji = /\p{Emoji_Presentation}|\u{FE0F}|\u{200D}|\u{20E3}|[\u{1F000}-\u{1FAFF}]|[\u{E0020}-\u{E007F}]/u;
const everyEmoji = /\p{Emoji_Presentation}|\u{FE0F}|\u{200D}|\u{20E3}|[\u{1F000}-\u{1FAFF}]|[\u{E0020}-\u{E007F}]/gu;

/** Whether an invoice can show a text as it is. */
export const isDrawable = (text: string): boolean => !oneEmoji.test(text);

/** A product's name without what an invoice cannot show; `nameless` where nothing is left of it. */
export const drawableName = (name: string, nameless: string): string =>
  name.replace(everyEmoji, "").replace(/\s+/g, " ").trim() || nameless;
