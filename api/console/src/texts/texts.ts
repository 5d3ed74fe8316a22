import i18next from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import { inLanguage, languages, type Language, type Pair } from "./language";

export type { Pair } from "./language";

// It is started before React is loaded (main.ts).
initReactI18next.init(i18next);

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
  return { language, of: (pair) => inLanguage(pair, language) };
}

function register(bundle: Bundle): string {
  let namespace = registered.get(bundle);
  if (namespace === undefined) {
    namespace = `n${++count}`;
    registered.set(bundle, namespace);
    for (const language of languages)
      i18next.addResourceBundle(
        language,
        namespace,
        Object.fromEntries(Object.entries(bundle).map(([key, pair]) => [key, inLanguage(pair, language)])),
      );
  }
  return namespace;
}
