import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { get, type DataOf, type PagePath, type QueryOf } from "../../client/client";
import { useTexts } from "../../texts/texts";

const bundle = {
  news: ["{{count}} new: show", "{{count}} 条新记录，点击查看"],
} as const;

const EVERY_MS = 15_000;

interface Props<P extends PagePath> {
  path: P;
  query: QueryOf<P>;
  /** What is shown, and when it was read. */
  shown: DataOf<P>;
  shownAt: number;
  rowKey: string;
  onShow: () => void;
}

/** Tells how many rows have come since the first page of a list was read, which stays as it is until that is wanted. */
export function NewRows<P extends PagePath>({ path, query, shown, shownAt, rowKey, onShow }: Props<P>) {
  const words = useTexts(bundle);
  const { data, dataUpdatedAt } = useQuery<DataOf<P>>({
    queryKey: [path, query ?? {}, "news"],
    queryFn: ({ signal }) => get(path, query, signal),
    initialData: shown,
    initialDataUpdatedAt: shownAt,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  const count = dataUpdatedAt > shownAt ? countNew(idsOf(data, rowKey), idsOf(shown, rowKey)) : 0;
  return (
    <div role="status">
      {count > 0 && (
        <Button block color="primary" variant="dashed" className="list-news" onClick={onShow}>
          {words("news", { count })}
        </Button>
      )}
    </div>
  );
}

const idsOf = (page: unknown, rowKey: string): unknown[] =>
  (page as { list: Record<string, unknown>[] }).list.map((row) => row[rowKey]);

/** What comes after the last one that both have came from the next page, in the place of one that has left. */
function countNew(now: unknown[], shown: unknown[]): number {
  const known = new Set(shown);
  const lastKnown = now.findLastIndex((id) => known.has(id));
  const above = lastKnown === -1 ? now : now.slice(0, lastKnown);
  return above.filter((id) => !known.has(id)).length;
}
