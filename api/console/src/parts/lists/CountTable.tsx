import { Progress } from "antd";
import { ReadTable, type ReadState } from "./ReadTable";
import { useTexts } from "../../texts/texts";

const bundle = {
  share: ["Share", "占比"],
} as const;

interface Row {
  key: string;
  count: number;
  uv?: number;
}

interface Props {
  /** The heading of the rows. */
  of: string;
  count: string;
  uv?: string;
  read: ReadState;
  rows: readonly Row[] | undefined;
  text?: (key: string) => string;
}

/** Counts per key, the most frequent first. */
export function CountTable({ of, count, uv, read, rows = [], text = (key) => key }: Props) {
  const words = useTexts(bundle);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  return (
    <ReadTable
      read={read}
      rowKey="key"
      size="small"
      dataSource={[...rows]}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: of, render: (_, row) => <span style={{ overflowWrap: "anywhere" }}>{text(row.key)}</span> },
        { title: count, align: "right", className: "numbers", render: (_, row) => row.count.toLocaleString() },
        ...(uv
          ? [
              {
                title: uv,
                align: "right" as const,
                className: "numbers",
                render: (_: unknown, row: Row) => (row.uv ?? 0).toLocaleString(),
              },
            ]
          : []),
        {
          title: words("share"),
          width: 130,
          render: (_, row) => (
            <Progress
              percent={total === 0 ? 0 : Math.round((row.count / total) * 100)}
              size="small"
              status="normal"
              aria-label={`${text(row.key)}: ${words("share")}`}
            />
          ),
        },
      ]}
    />
  );
}
