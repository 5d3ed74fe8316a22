import { keep, kept, makeStore } from "./store";

type Language = "en" | "zh";

const preferred = (): Language => (navigator.language.startsWith("zh") ? "zh" : "en");
const asKept = kept("language");

export const language = makeStore<Language>(asKept === "en" || asKept === "zh" ? asKept : preferred());

export function speak(next: Language): void {
  keep("language", next);
  document.documentElement.lang = next === "zh" ? "zh-CN" : "en";
  language.set(next);
  document.title = say("Shop", "商城");
}

/** A text in the member's language; `{name}` stands for a value. */
export function say(en: string, zh: string, values: Record<string, string | number> = {}): string {
  return (language.get() === "zh" ? zh : en).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A moment, short. */
export const moment = (ms: number | string | null): string =>
  ms === null
    ? ""
    : new Date(Number(ms)).toLocaleString(language.get() === "zh" ? "zh-CN" : "en-GB", {
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
      });
