import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** How far down each visited list was read, by its entry in the history. */
const scrolls = new Map<string, number>();

/** Back at a list, it is as far down as it was left, once its rows are there. */
export function useScrollKept(isReady: boolean): void {
  const { key } = useLocation();
  const kind = useNavigationType();
  const shown = useRef<string>(undefined);
  // Not a passive effect: those end after the next page has been drawn, which scrolls.
  useLayoutEffect(() => {
    const note = () => scrolls.set(key, window.scrollY);
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [key]);
  useEffect(() => {
    if (!isReady || shown.current === key) return;
    shown.current = key;
    const top = scrolls.get(key);
    if (kind === "POP" && top !== undefined) window.scrollTo({ top, behavior: "instant" });
  }, [isReady, key, kind]);
}
