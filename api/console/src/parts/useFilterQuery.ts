import { useSearchParams } from "react-router";
import type { Filter } from "./filters";

/** What a page's filter in the address asks for: for what is done with all rows of it. */
export function useFilterQuery(filters: readonly Filter[]): Record<string, string | string[]> {
  const [search] = useSearchParams();
  return Object.fromEntries(
    filters.flatMap(({ name, kind }): [string, string | string[]][] => {
      const all = search.getAll(name);
      const [first] = all;
      if (first === undefined) return [];
      return [[name, kind === "time" || kind === "days" ? all : first]];
    }),
  );
}
