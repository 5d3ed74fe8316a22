import { useSyncExternalStore } from "react";

let known = 0;
const listeners = new Set<() => void>();

/** Takes the number of open alerts that the API sends with each answer; null: it sent none. */
export function hearOpenAlerts(count: string | null): void {
  if (count === null || Number(count) === known) return;
  known = Number(count);
  for (const tell of listeners) tell();
}

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};

/** How many alerts wait for somebody, as of the last answer of the API. */
export const useOpenAlerts = (): number => useSyncExternalStore(subscribe, () => known);
