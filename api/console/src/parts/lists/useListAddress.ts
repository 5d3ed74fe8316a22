import { useSearchParams } from "react-router";
import { isSpan, type Filter, type FilterValues } from "./filters";

const USUAL_PAGE_SIZE = 20;

interface ListPage {
  pageNo: number;
  pageSize: number;
}

/** The state of a list as it stands in the address; with two lists on a page, each has a prefix. */
export function useListAddress(filters: readonly Filter[], prefix: string) {
  const [search, setSearch] = useSearchParams();
  const values: FilterValues = Object.fromEntries(
    filters.map((filter) => {
      const all = search.getAll(prefix + filter.name);
      return [filter.name, all.length === 0 ? undefined : isSpan(filter) ? all : all[0]];
    }),
  );
  const pageNo = Number(search.get(`${prefix}pageNo`) ?? 1);
  const pageSize = Number(search.get(`${prefix}pageSize`) ?? USUAL_PAGE_SIZE);
  /** What is in the address beside this list. */
  const others = () => [...search].filter(([name]) => (prefix ? !name.startsWith(prefix) : name.includes(".")));
  const show = (next: FilterValues, to: ListPage) =>
    setSearch(new URLSearchParams([...others(), ...paramsOf(next, prefix, to)]));
  return {
    values,
    pageNo,
    pageSize,
    show,
    filter: (next: FilterValues) => show(next, { pageNo: 1, pageSize }),
    /** The filters as a piece of an address, which `showView` takes. */
    view: new URLSearchParams(paramsOf(values, prefix, { pageNo: 1, pageSize })).toString(),
    showView: (view: string) => setSearch(new URLSearchParams([...others(), ...new URLSearchParams(view)])),
  };
}

function paramsOf(values: FilterValues, prefix: string, { pageNo, pageSize }: ListPage): [string, string][] {
  const params = Object.entries(values).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((one): [string, string] => [prefix + name, one]),
  );
  if (pageNo !== 1) params.push([`${prefix}pageNo`, String(pageNo)]);
  if (pageSize !== USUAL_PAGE_SIZE) params.push([`${prefix}pageSize`, String(pageSize)]);
  return params;
}
