import { pathOf, useAreas, type Area } from "../../client/areas";
import { useTexts } from "../../texts/texts";

const bundle = {
  country: ["Nationwide", "全国"],
  more: ["{{names}} and {{count}} more", "{{names}} 及另外 {{count}} 个地区"],
} as const;

/** The area that fee templates use for everywhere. */
export const WHOLE_COUNTRY = 1;

/** The areas below the whole country, and the text of a list of ids. */
export function useAreaNames() {
  const words = useTexts(bundle);
  const { data: areas = [] } = useAreas();
  const nameOf = (id: number): string =>
    id === WHOLE_COUNTRY ? words("country") : (pathOf(areas, id).at(-1)?.name ?? String(id));
  const tree: Area[] = [{ id: WHOLE_COUNTRY, name: words("country"), children: areas }];
  const listOf = (ids: readonly number[]): string => {
    const names = ids.slice(0, 5).map(nameOf).join(", ");
    return ids.length > 5 ? words("more", { names, count: ids.length - 5 }) : names;
  };
  return { tree, listOf };
}
