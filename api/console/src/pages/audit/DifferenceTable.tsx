import { Empty, Table, theme } from "antd";
import { useTexts } from "../../texts/texts";
import { differences } from "./differences";

const bundle = {
  field: ["Field", "字段"],
  before: ["Before", "修改前"],
  after: ["After", "修改后"],
  same: ["No changes recorded", "没有记录内容变化"],
} as const;

const shown = (value: unknown): string =>
  value === undefined ? "–" : typeof value === "string" ? value || '""' : JSON.stringify(value, null, 1);

/** The changes of a write, field by field. */
export function DifferenceTable({ before, after }: { before: unknown; after: unknown }) {
  const words = useTexts(bundle);
  const { token } = theme.useToken();
  const rows = differences(before, after);
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("same")} />;
  const cell = (value: unknown, colour: string, sign: string) => (
    <span
      style={{
        display: "block",
        whiteSpace: "pre-wrap",
        overflowWrap: "anywhere",
        fontFamily: "ui-monospace, monospace",
        fontSize: 12,
        ...(value === undefined ? {} : { background: colour, padding: "2px 6px", borderRadius: 4 }),
      }}
    >
      {value === undefined ? "–" : `${sign} ${shown(value)}`}
    </span>
  );
  return (
    <Table
      rowKey="path"
      size="small"
      pagination={false}
      dataSource={rows}
      columns={[
        { title: words("field"), width: "26%", render: (_, row) => <code>{row.path || "·"}</code> },
        { title: words("before"), width: "37%", render: (_, row) => cell(row.before, token.colorErrorBg, "−") },
        { title: words("after"), width: "37%", render: (_, row) => cell(row.after, token.colorSuccessBg, "+") },
      ]}
    />
  );
}
