import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";
const KEY = "console.theme";
const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let choice = (localStorage.getItem(KEY) as ThemeChoice | null) ?? "system";

system.addEventListener("change", () => listeners.forEach((listener) => listener()));

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  localStorage.setItem(KEY, next);
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, () => choice);
export const useIsDark = (): boolean =>
  useSyncExternalStore(subscribe, () => (choice === "system" ? system.matches : choice === "dark"));
