import { useEffect, useState } from "preact/hooks";

/** A value that parts of the page share. */
interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** The value, as a hook: the part is drawn again when it changes. */
  use: () => T;
}

export function makeStore<T>(first: T): Store<T> {
  let value = first;
  const heard = new Set<(value: T) => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const hear of heard) hear(next);
    },
    use: () => {
      const [shown, show] = useState(() => ({ value }));
      useEffect(() => {
        const hear = (next: T): void => show({ value: next });
        heard.add(hear);
        if (shown.value !== value) hear(value);
        return () => void heard.delete(hear);
      }, []);
      return shown.value;
    },
  };
}

/** Text that the browser keeps over reloads. */
export const kept = (name: string): string | null => localStorage.getItem(`storefront.${name}`);

export function keep(name: string, text: string | undefined): void {
  if (text === undefined) localStorage.removeItem(`storefront.${name}`);
  else localStorage.setItem(`storefront.${name}`, text);
}
