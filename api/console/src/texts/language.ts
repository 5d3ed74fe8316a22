import i18next from "i18next";

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];
/** English and Chinese side by side, so that neither can be missing. */
export type Pair = readonly [en: string, zh: string];

const LANGUAGE = "console.language";

function firstLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE);
  if (stored === "en" || stored === "zh") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export async function startLanguage(): Promise<void> {
  await i18next.init({
    lng: firstLanguage(),
    fallbackLng: "en",
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  setPageLanguage();
}

const setPageLanguage = (): void => {
  document.documentElement.lang = i18next.language === "zh" ? "zh-CN" : "en";
};

export const currentLanguage = (): Language => (i18next.language === "zh" ? "zh" : "en");

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE, language);
  await i18next.changeLanguage(language);
  setPageLanguage();
}

/** The language's half of a pair. */
export const inLanguage = (pair: Pair, language = currentLanguage()): string => pair[language === "zh" ? 1 : 0];
