import i18next from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";

export const languages = ["en", "zh"] as const;
export type Language = (typeof languages)[number];

const LANGUAGE = "console.language";

function firstLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE);
  if (stored === "en" || stored === "zh") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
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

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(LANGUAGE, language);
  await i18next.changeLanguage(language);
  setPageLanguage();
}

/** English and Chinese side by side, so that neither can be missing. */
export type Pair = readonly [en: string, zh: string];
export type Bundle = Readonly<Record<string, Pair>>;
const registered = new WeakMap<Bundle, string>();
let count = 0;

/** The texts of one page: `const words = useTexts({ title: ["Orders", "订单"] }); words("title")`. */
export function useTexts<B extends Bundle>(bundle: B): (key: keyof B & string, values?: object) => string {
  const namespace = register(bundle);
  const { t } = useTranslation(namespace);
  return (key, values) => t(key, { ...values });
}

/** The language's half of a pair, for state tables and the like. */
export function useLanguage(): { language: Language; of: (pair: Pair) => string } {
  const { i18n } = useTranslation();
  const language: Language = i18n.language === "zh" ? "zh" : "en";
  return { language, of: (pair) => pair[language === "zh" ? 1 : 0] };
}

function register(bundle: Bundle): string {
  let namespace = registered.get(bundle);
  if (namespace === undefined) {
    namespace = `n${++count}`;
    registered.set(bundle, namespace);
    for (const [index, language] of languages.entries())
      i18next.addResourceBundle(
        language,
        namespace,
        Object.fromEntries(Object.entries(bundle).map(([key, pair]) => [key, pair[index]])),
      );
  }
  return namespace;
}
