import { useSearchParams } from "react-router";
import type { Filter } from "./filters";

/** The query of the filter in the address, for actions on all of its rows. */
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
