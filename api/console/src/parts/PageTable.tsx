import { DownloadOutlined, ReloadOutlined } from "@ant-design/icons";
import { Alert, App, Button, Card, Empty, Flex, Space, Table, type TableColumnsType, type TableProps } from "antd";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { download, type PagePath, type QueryOf, type RowOf } from "../client/client";
import { useRead } from "../client/queries";
import { useTexts } from "../texts/texts";
import { useMay } from "../shell/operator";
import { Filters, type Filter, type FilterValues } from "./filters";

const bundle = {
  reload: ["Reload", "刷新"],
  export: ["Export CSV", "导出 CSV"],
  total: ["{{total}} in all", "共 {{total}} 条"],
  none: ["Nothing here", "暂无数据"],
} as const;

interface Props<P extends PagePath> {
  path: P;
  columns: TableColumnsType<RowOf<P>>;
  filters?: readonly Filter[];
  /** Query fields that always stand beside the filter. */
  fixed?: object;
  rowKey?: string;
  /** An address that answers the same rows as a CSV file, and who may have it. */
  exports?: { path: string; permission: string; name: string };
  /** Above the table: what can be done with the rows. */
  tools?: ReactNode;
  expandable?: TableProps<RowOf<P>>["expandable"];
  rowSelection?: TableProps<RowOf<P>>["rowSelection"];
  everyMs?: number;
  /** Where two tables stand on one page: the beginning of this one's names in the address. */
  prefix?: string;
}

/** A page of an /admin-api noun: filter, rows, paging. The state stands in the address. */
export function PageTable<P extends PagePath>({
  path,
  columns,
  filters = [],
  fixed,
  rowKey = "id",
  exports,
  tools,
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
  const page = useRead(path, query, everyMs === undefined ? {} : { everyMs });
  const data = page.data as { list: RowOf<P>[]; total: number } | undefined;

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
      <Flex justify="space-between" wrap gap={8} style={{ marginBottom: 12 }}>
        <Space wrap>{tools}</Space>
        <Space style={{ marginInlineStart: "auto" }}>
          {exports && may(exports.permission) && (
            <Button icon={<DownloadOutlined aria-hidden />} loading={exporting} onClick={() => void save()}>
              {words("export")}
            </Button>
          )}
          <Button
            icon={<ReloadOutlined aria-hidden />}
            aria-label={words("reload")}
            loading={page.isFetching}
            onClick={() => void page.refetch()}
          />
        </Space>
      </Flex>
      {page.error && <Alert type="error" showIcon title={page.error.message} style={{ marginBottom: 12 }} />}
      <Table<RowOf<P>>
        rowKey={rowKey as never}
        size="middle"
        columns={columns}
        dataSource={data?.list ?? []}
        loading={page.isPending && !page.error}
        scroll={{ x: "max-content" }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("none")} /> }}
        {...(expandable ? { expandable } : {})}
        {...(rowSelection ? { rowSelection } : {})}
        pagination={{
          current: pageNo,
          pageSize,
          // The API pages to the 10,000th row; a filter goes further.
          total: Math.min(data?.total ?? 0, 10_000),
          showSizeChanger: true,
          pageSizeOptions: [10, 20, 50, 100],
          showTotal: () => words("total", { total: (data?.total ?? 0).toLocaleString() }),
          onChange: (no, size) => show(values, { pageNo: size === pageSize ? no : 1, pageSize: size }),
        }}
      />
    </Card>
  );
}
