import { preferenceWords } from "../shell/preferenceWords";
import { chooseTheme, themeChoice, type ThemeChoice } from "../shell/themeChoice";
import { changeLanguage, currentLanguage, inLanguage, type Language } from "../texts/language";
import { element } from "./element";

/** The choice of language and colours, as in the head of the console. */
export function preferences(): HTMLElement {
  const theme = (value: ThemeChoice) => [value, inLanguage(preferenceWords[value])] as const;
  return element(
    "div",
    { className: "door-preferences" },
    choiceOf<Language>("language", currentLanguage(), (next) => void changeLanguage(next), [
      ["en", "English"],
      ["zh", "中文"],
    ]),
    choiceOf<ThemeChoice>("colours", themeChoice(), chooseTheme, [theme("light"), theme("dark"), theme("system")]),
  );
}

function choiceOf<T extends string>(
  name: "language" | "colours",
  chosen: T,
  choose: (value: T) => void,
  options: (readonly [value: T, label: string])[],
): HTMLElement {
  const choices = options.map(([value, label]) =>
    element(
      "label",
      {},
      element("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
      element("span", {}, label),
    ),
  );
  const attributes = { "aria-label": inLanguage(preferenceWords[name]) };
  return element("fieldset", { className: "door-choice", attributes }, ...choices);
}
