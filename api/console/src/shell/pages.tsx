import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from "react";
import type { Pair } from "../texts/texts";

export interface PageEntry {
  /** Below /console. Ends in `/*` if the page has subpages. */
  path: string;
  title: Pair;
  /** The permission to see it in the menu. */
  permission?: string;
  /** Providers of which it needs one: hidden while all of them are off. */
  needs?: readonly string[];
  page: LazyExoticComponent<ComponentType>;
  /** Loads its file ahead of its being opened. */
  preload(): void;
}
export interface PageGroup {
  title: Pair;
  icon: ReactElement<{ "aria-hidden"?: boolean }>;
  pages: PageEntry[];
}

/** A page, whose file is loaded when it is first opened. */
export const page = (
  path: string,
  title: Pair,
  permission: string | undefined,
  load: () => Promise<{ default: ComponentType }>,
  needs?: readonly string[],
): PageEntry => ({
  path,
  title,
  ...(permission ? { permission } : {}),
  ...(needs ? { needs } : {}),
  page: lazy(load),
  // One that fails is told when the page is opened.
  preload: () => void load().catch(() => undefined),
});

/** A page's address, without what says that it has subpages. */
export const bare = ({ path }: PageEntry): string => path.replace(/\/\*$/, "");

/** The page of an address below /console. */
export const pageAt = (pathname: string, pages: readonly PageEntry[]): PageEntry | undefined =>
  pages
    .filter((page) => pathname === bare(page) || pathname.startsWith(`${bare(page)}/`))
    .sort((a, b) => bare(b).length - bare(a).length)[0];
