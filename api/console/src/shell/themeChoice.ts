export type ThemeChoice = "light" | "dark" | "system";
const KEY = "console.theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let choice = (localStorage.getItem(KEY) as ThemeChoice | null) ?? "system";

export const themeChoice = (): ThemeChoice => choice;
export const isDark = (): boolean => (choice === "system" ? system.matches : choice === "dark");

/** For the styles of pages that are made without the framework. */
const mark = (): void => {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
};
const changed = (): void => {
  mark();
  listeners.forEach((listener) => listener());
};
mark();
system.addEventListener("change", changed);

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  localStorage.setItem(KEY, next);
  changed();
}

/** Called when the colours change. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
