import type { ComponentChildren, JSX } from "preact";
import { makeStore } from "./store";

const BASE = "/shop";
const here = (): string => location.pathname.slice(BASE.length).replace(/\/+$/, "") + location.search || "/";

/** The path below /shop with its query: "/product/3", "/search?q=tea". */
export const path = makeStore(here());
addEventListener("popstate", () => path.set(here()));

/** @param replace for a page that "back" must not come to again */
export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", BASE + (to === "/" ? "" : to));
  path.set(here());
}

export function back(): void {
  if (history.length > 1) history.back();
  else go("/");
}

interface LinkProps extends JSX.HTMLAttributes<HTMLAnchorElement> {
  to: string;
  /** Its words, where it has no other content. */
  text?: string;
  children?: ComponentChildren;
}

export function Link({ to, text, children, ...more }: LinkProps) {
  return (
    <a
      {...more}
      href={BASE + (to === "/" ? "" : to)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {text ?? children}
    </a>
  );
}
