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
): PageEntry => ({ path, title, ...(permission ? { permission } : {}), ...(needs ? { needs } : {}), page: lazy(load) });
