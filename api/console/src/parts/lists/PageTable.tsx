import { useQueryClient } from "@tanstack/react-query";
import { DownloadOutlined, ReloadOutlined } from "@ant-design/icons";
import { App, Button, Card, Flex, Grid, Pagination, Space, type TableProps } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { download, type PagePath, type QueryOf, type RowOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { useTexts } from "../../texts/texts";
import { useMay } from "../../shell/operator";
import { keyed, type ListColumns } from "./columns";
import { countText, MOST_COUNTED } from "./countText";
import { filterFault, type Filter } from "./filters";
import { FilterBar } from "./FilterBar";
import { useDensity, useKept } from "./kept";
import { ListSettings } from "./ListSettings";
import { NewRows } from "./NewRows";
import { isAnswered, Lock } from "./ReadTable";
import { Rows } from "./Rows";
import { SavedViews } from "./SavedViews";
import { StateTabs, type TabsOfStates } from "./StateTabs";
import { useListAddress } from "./useListAddress";
import { useScrollKept } from "./useScrollKept";

const bundle = {
  reload: ["Refresh", "刷新"],
  export: ["Export CSV", "导出 CSV"],
  total: ["{{total}} total", "共 {{total}} 条"],
} as const;

interface Props<P extends PagePath> {
  path: P;
  columns: ListColumns<RowOf<P>>;
  filters?: readonly Filter[];
  /** A filter of states that is shown as tabs. */
  tabs?: TabsOfStates;
  /** Query fields that are always added to the filter. */
  fixed?: object;
  rowKey?: string;
  /** An address that returns the same rows as a CSV file, and its permission. */
  exports?: { path: string; permission: string; name: string };
  /** Above the table: actions on rows. */
  tools?: ReactNode;
  /** Above the tools: actions on all rows of the search, beyond this page. */
  whole?: ReactNode;
  expandable?: TableProps<RowOf<P>>["expandable"];
  /** Whether `expandable` tells what the columns do, so that it need not tell of those without room. */
  foldTellsAll?: boolean;
  rowSelection?: TableProps<RowOf<P>>["rowSelection"];
  everyMs?: number;
  /** Tells of rows that have come since, on the first page, instead of moving those that somebody reads. */
  tellsNews?: boolean;
  /** With two tables on a page: the prefix of this one's parameters in the address. */
  prefix?: string;
}

/** A page of an /admin-api noun: filter, rows, paging. The address holds the state. */
export function PageTable<P extends PagePath>({
  path,
  columns,
  filters = [],
  tabs,
  fixed,
  rowKey = "id",
  exports,
  tools,
  whole,
  expandable,
  foldTellsAll,
  rowSelection,
  everyMs,
  tellsNews = false,
  prefix = "",
}: Props<P>) {
  const words = useTexts(bundle);
  const may = useMay();
  const { md = true } = Grid.useBreakpoint();
  const { notification } = App.useApp();
  const client = useQueryClient();
  const [exporting, setExporting] = useState(false);
  const { values, pageNo, pageSize, show, filter, view, showView } = useListAddress(filters, prefix);
  const list = `${useLocation().pathname.replace(/\/\d+(?=\/|$)/g, "/*")} ${prefix}`.trim();
  const [density] = useDensity();
  const [hidden, hide] = useKept(`columns.${list}`, hiddenOf(columns.length));
  const query = { ...fixed, ...values, pageNo, pageSize } as unknown as QueryOf<P>;
  const isAskable = filters.every((one) => filterFault(one, values[one.name]) === undefined);
  const page = useRead(path, query, {
    keepsPrevious: true,
    enabled: isAskable,
    ...(everyMs === undefined ? {} : { everyMs }),
  });
  const data = (isAskable ? page.data : undefined) as { list: RowOf<P>[]; total: number } | undefined;
  // Cached rows do not count as the response to a search until they are reloaded.
  const queryKey = JSON.stringify(query);
  const answered = useRef<string>(undefined);
  if (!page.isFetching) answered.current = queryKey;
  const isWaiting = isAskable && (page.isPlaceholderData || (page.isFetching && answered.current !== queryKey));
  const locked = !isAskable || isWaiting;
  useScrollKept(isAskable && isAnswered(page));
  const chosenIn = useRef(queryKey);
  useEffect(() => {
    // A selection made in another search is no longer visible, so it must not be acted on.
    if (chosenIn.current !== queryKey) rowSelection?.onChange?.([], [], { type: "none" });
    chosenIn.current = queryKey;
  }, [queryKey]);
  /** The counts and sums beside the rows too. */
  const reload = () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path.replace(/[^/]*$/, "")),
    });
  const save = async () => {
    if (!exports) return;
    setExporting(true);
    try {
      await download(exports.path, { ...fixed, ...values }, exports.name);
    } catch (error) {
      notification.error({ title: (error as Error).message });
    } finally {
      setExporting(false);
    }
  };
  const all = keyed(columns);
  return (
    <Card className="list" size="small">
      {tabs && (
        <StateTabs
          label={filters.find(({ name }) => name === tabs.name)?.label}
          states={tabs.states}
          counts={tabs.counts}
          value={[values[tabs.name]].flat()[0]}
          onChange={(value) => filter({ ...values, [tabs.name]: value })}
        />
      )}
      <FilterBar filters={filters.filter(({ name }) => name !== tabs?.name)} values={values} onChange={filter}>
        <Space wrap size={8} className="list-tools">
          {filters.length > 0 && <SavedViews list={list} current={view} onChoose={showView} />}
          {exports && may(exports.permission) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={exporting}
              disabled={!isAskable}
              aria-label={words("export")}
              onClick={() => void save()}
            >
              <span className="list-export">{words("export")}</span>
            </Button>
          )}
          <ListSettings
            columns={all}
            hidden={hidden}
            onHide={(next) => hide(next.length === 0 ? undefined : { of: columns.length, keys: next })}
          />
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label={words("reload")}
            loading={page.isFetching}
            disabled={!isAskable}
            onClick={() => void page.refetch()}
          />
        </Space>
      </FilterBar>
      {whole && <Lock when={locked}>{whole}</Lock>}
      {tools && (
        <Lock when={locked}>
          <Flex wrap gap={8} className="list-acts">
            {tools}
          </Flex>
        </Lock>
      )}
      {tellsNews && page.data && pageNo === 1 && isAskable && isAnswered(page) && !isWaiting && (
        <NewRows
          path={path}
          query={query}
          shown={page.data}
          shownAt={page.dataUpdatedAt}
          rowKey={rowKey}
          onShow={() => void reload()}
        />
      )}
      <Rows<RowOf<P> & object>
        read={page}
        locked={isWaiting}
        columns={all as never}
        hidden={hidden}
        rows={(data?.list ?? NONE) as never}
        rowKey={rowKey}
        density={density}
        {...(expandable ? { expandable: expandable as never } : {})}
        {...(foldTellsAll ? { foldTellsAll } : {})}
        {...(rowSelection ? { rowSelection: rowSelection as never } : {})}
      />
      {data && data.total > 0 && (
        <Pagination
          align="end"
          className="list-pages"
          current={pageNo}
          pageSize={pageSize}
          // The API pages to the 10,000th row; beyond that a filter is needed.
          total={Math.min(data.total, MOST_COUNTED)}
          simple={!md}
          showSizeChanger={md}
          pageSizeOptions={[10, 20, 50, 100]}
          showTotal={() => (isWaiting ? "" : words("total", { total: countText(data.total) }))}
          onChange={(no, size) => show(values, { pageNo: size === pageSize ? no : 1, pageSize: size })}
        />
      )}
    </Card>
  );
}

/** One object, as rows that are new are measured again. */
const NONE: readonly never[] = [];

/** Columns are known by their place: a choice of other columns than there are now is none. */
const hiddenOf =
  (count: number) =>
  (stored: unknown): string[] => {
    const { of, keys } = (stored ?? {}) as { of?: unknown; keys?: unknown };
    return of === count && Array.isArray(keys) ? keys.map(String) : [];
  };
