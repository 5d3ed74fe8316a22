import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ShopError } from "../../client/src/index";
import { changes } from "./shop";

export interface Loaded<T> {
  data: T | undefined;
  error: ShopError | undefined;
  again: () => void;
}

/** What was thrown, as the shop's error; a surprise of the page itself is thrown on. */
function shopError(thrown: unknown): ShopError {
  if (thrown instanceof ShopError) return thrown;
  throw thrown;
}

/**
 * Reads for a part of the page, again when `key` changes, after each `everyMs` while the page is seen, and after a
 * change in the panel. What was read before stays until the next has come.
 */
export function useLoad<T>(key: string, load: () => Promise<T>, everyMs?: number): Loaded<T> {
  const [held, hold] = useState<{ key: string; data?: T; error?: ShopError }>({ key });
  const [tries, setTries] = useState(0);
  const change = changes.use();
  const loader = useRef(load);
  loader.current = load;
  useEffect(() => {
    let over = false;
    let timer = 0;
    const read = async (): Promise<void> => {
      if (!document.hidden)
        await loader.current().then(
          (data) => !over && hold({ key, data }),
          (thrown: unknown) => {
            const error = shopError(thrown);
            if (!over) hold((before) => (before.key === key ? { ...before, error } : { key, error }));
          },
        );
      if (!over && everyMs) timer = window.setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, tries, change, everyMs]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  const mine = held.key === key;
  return { data: mine ? held.data : undefined, error: mine ? held.error : undefined, again };
}

/** An act of the member: whether it runs, and why it was refused. A second tap meanwhile does nothing. */
export function useAct(): {
  busy: boolean;
  error: ShopError | undefined;
  act: (work: () => Promise<unknown>) => Promise<void>;
} {
  const [state, setState] = useState<{ busy: boolean; error?: ShopError }>({ busy: false });
  const running = useRef(false);
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setState({ busy: true });
    try {
      await work();
      setState({ busy: false });
    } catch (thrown) {
      setState({ busy: false, error: shopError(thrown) });
    } finally {
      running.current = false;
    }
  };
  return { busy: state.busy, error: state.error, act };
}
