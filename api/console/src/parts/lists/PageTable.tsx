import { DownloadOutlined, ReloadOutlined } from "@ant-design/icons";
import { App, Button, Card, Flex, Pagination, Space, type TableColumnsType, type TableProps } from "antd";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { download, type PagePath, type QueryOf, type RowOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { useTexts } from "../../texts/texts";
import { useMay } from "../../shell/operator";
import { countText, MOST_COUNTED } from "./countText";
import { filterFault, Filters, type Filter, type FilterValues } from "./filters";
import { Lock, ReadTable } from "./ReadTable";

const bundle = {
  reload: ["Refresh", "刷新"],
  export: ["Export CSV", "导出 CSV"],
  total: ["{{total}} total", "共 {{total}} 条"],
} as const;

interface Props<P extends PagePath> {
  path: P;
  columns: TableColumnsType<RowOf<P>>;
  filters?: readonly Filter[];
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
  rowSelection?: TableProps<RowOf<P>>["rowSelection"];
  everyMs?: number;
  /** With two tables on a page: the prefix of this one's parameters in the address. */
  prefix?: string;
}

/** A page of an /admin-api noun: filter, rows, paging. The address holds the state. */
export function PageTable<P extends PagePath>({
  path,
  columns,
  filters = [],
  fixed,
  rowKey = "id",
  exports,
  tools,
  whole,
  expandable,
  rowSelection,
  everyMs,
  prefix = "",
}: Props<P>) {
  const words = useTexts(bundle);
  const may = useMay();
  const { notification } = App.useApp();
  const [search, setSearch] = useSearchParams();
  const [exporting, setExporting] = useState(false);
  const values: FilterValues = Object.fromEntries(
    filters.map(({ name, kind }) => {
      const all = search.getAll(prefix + name);
      return [name, all.length === 0 ? undefined : kind === "time" || kind === "days" ? all : all[0]];
    }),
  );
  const pageNo = Number(search.get(`${prefix}pageNo`) ?? 1);
  const pageSize = Number(search.get(`${prefix}pageSize`) ?? 20);
  const query = { ...fixed, ...values, pageNo, pageSize } as unknown as QueryOf<P>;
  const isAskable = filters.every((filter) => filterFault(filter, values[filter.name]) === undefined);
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
  const chosenIn = useRef(queryKey);
  useEffect(() => {
    // A selection made in another search is no longer visible, so it must not be acted on.
    if (chosenIn.current !== queryKey) rowSelection?.onChange?.([], [], { type: "none" });
    chosenIn.current = queryKey;
  }, [queryKey]);

  const show = (next: FilterValues, to: { pageNo: number; pageSize: number }) => {
    const params = new URLSearchParams();
    for (const [name, value] of search)
      if (prefix ? !name.startsWith(prefix) : name.includes(".")) params.append(name, value);
    for (const [name, value] of Object.entries(next))
      for (const one of value === undefined ? [] : Array.isArray(value) ? value : [value])
        params.append(prefix + name, one);
    if (to.pageNo !== 1) params.set(`${prefix}pageNo`, String(to.pageNo));
    if (to.pageSize !== 20) params.set(`${prefix}pageSize`, String(to.pageSize));
    setSearch(params);
  };
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
  return (
    <Card>
      {filters.length > 0 && (
        <Filters filters={filters} values={values} onChange={(next) => show(next, { pageNo: 1, pageSize })} />
      )}
      {whole && <Lock when={locked}>{whole}</Lock>}
      <Flex justify="space-between" wrap gap={8} style={{ marginBottom: 12 }}>
        <Lock when={locked}>
          <Space wrap>{tools}</Space>
        </Lock>
        <Space style={{ marginInlineStart: "auto" }}>
          {exports && may(exports.permission) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={exporting}
              disabled={!isAskable}
              onClick={() => void save()}
            >
              {words("export")}
            </Button>
          )}
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label={words("reload")}
            loading={page.isFetching}
            disabled={!isAskable}
            onClick={() => void page.refetch()}
          />
        </Space>
      </Flex>
      <ReadTable<RowOf<P>>
        read={page}
        locked={isWaiting}
        rowKey={rowKey as never}
        size="middle"
        columns={columns}
        dataSource={data?.list ?? []}
        scroll={{ x: "max-content" }}
        pagination={false}
        {...(expandable ? { expandable } : {})}
        {...(rowSelection ? { rowSelection } : {})}
      />
      {data && data.total > 0 && (
        <Pagination
          align="end"
          style={{ marginTop: 16 }}
          current={pageNo}
          pageSize={pageSize}
          // The API pages to the 10,000th row; beyond that a filter is needed.
          total={Math.min(data.total, MOST_COUNTED)}
          showSizeChanger
          pageSizeOptions={[10, 20, 50, 100]}
          showTotal={() => (isWaiting ? "" : words("total", { total: countText(data.total) }))}
          onChange={(no, size) => show(values, { pageNo: size === pageSize ? no : 1, pageSize: size })}
        />
      )}
    </Card>
  );
}
