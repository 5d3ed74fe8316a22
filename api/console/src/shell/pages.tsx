import { lazy, type ComponentType, type LazyExoticComponent, type ReactElement } from "react";
import type { Pair } from "../texts/texts";

export interface PageEntry {
  /** Below /console. `/*` where the page has pages of its own. */
  path: string;
  title: Pair;
  /** Who sees it in the menu. */
  permission?: string;
  page: LazyExoticComponent<ComponentType>;
}
export interface PageGroup {
  title: Pair;
  icon: ReactElement<{ "aria-hidden"?: boolean }>;
  pages: PageEntry[];
}

/** One page: the file of its folder is loaded when it is first opened. */
export const page = (
  path: string,
  title: Pair,
  permission: string | undefined,
  load: () => Promise<{ default: ComponentType }>,
): PageEntry => ({ path, title, ...(permission ? { permission } : {}), page: lazy(load) });
