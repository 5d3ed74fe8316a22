import { useMemo, useSyncExternalStore } from "react";
import { useOperator } from "../../shell/operator";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * What an operator has chosen for lists: kept in this browser, as the theme is, but for each operator apart. `read` takes
 * what is stored for what it should be; undefined is kept as nothing.
 */
export function useKept<T>(
  name: string,
  read: (stored: unknown) => T,
): readonly [kept: T, keep: (next: unknown) => void] {
  const key = `console.lists.${useOperator().user.id}.${name}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const stored = useMemo(() => parsed(text), [text]);
  const keep = (next: unknown) => {
    if (next === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
    listeners.forEach((listener) => listener());
  };
  return [read(stored), keep];
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Density = "compact" | "comfortable";
const readDensity = (stored: unknown): Density => (stored === "comfortable" ? stored : "compact");
export const useDensity = () => useKept<Density>("density", readDensity);
