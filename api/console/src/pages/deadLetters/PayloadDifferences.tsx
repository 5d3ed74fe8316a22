import { Alert, Skeleton, Tag, Typography } from "antd";
import { Link } from "react-router";
import type { DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { Moment } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Payload compared", "任务内容对比"],
  none: [
    "No job of this kind is known to have gone well, so there is nothing to compare with.",
    "没有已知的同类成功任务，无法对比。",
  ],
  with: ["Compared with the newest job of this kind that went well:", "对比对象为最近成功的同类任务："],
  in: ["in version {{build}}", "程序版本 {{build}}"],
  same: ["Nothing differs: it has the same fields, of the same types.", "没有差异：字段与类型完全一致。"],
  missing: ["Missing here", "此处缺少"],
  added: ["Only here", "仅此处有"],
  type: ["Another type", "类型不同"],
  letter: ["This letter:", "本死信："],
  good: ["Went well:", "成功任务："],
  whole: ["(the whole)", "（整体）"],
  string: ["text", "文本"],
  number: ["number", "数字"],
  boolean: ["yes or no", "布尔值"],
  object: ["fields", "对象"],
  list: ["list", "列表"],
  date: ["date", "日期"],
  null: ["empty", "空值"],
} as const;
const colors = { missing: "error", added: "warning", type: "processing" } as const;
type Difference = DataOf<"/admin-api/infra/dead-letter/compare">["differences"][number];

/** What differs in the payload of a letter from that of the newest job of its kind that went well. */
export function PayloadDifferences({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { data, error } = useRead("/admin-api/infra/dead-letter/compare", { id });
  return (
    <>
      <h3>{words("title")}</h3>
      {error ? (
        <Alert type="error" showIcon title={error.message} />
      ) : data ? (
        <Compared {...data} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}

function Compared({ good, differences }: DataOf<"/admin-api/infra/dead-letter/compare">) {
  const words = useTexts(bundle);
  if (!good) return <Typography.Text type="secondary">{words("none")}</Typography.Text>;
  return (
    <>
      <Typography.Paragraph type="secondary">
        {words("with")}{" "}
        <Link to={`/jobs?q=${good.jobId}`} style={{ textDecoration: "underline" }}>
          {good.jobId}
        </Link>
        {" · "}
        <Moment ms={good.endTime} />
        {" · "}
        {words("in", { build: good.build })}
      </Typography.Paragraph>
      {differences.length === 0 && <Alert type="success" showIcon title={words("same")} />}
      {differences.map(({ path, kind, letter, good: other }) => (
        <div key={path} style={{ marginBottom: 16, overflowWrap: "anywhere" }}>
          <div style={{ marginBottom: 4 }}>
            <code>{path || words("whole")}</code> <Tag color={colors[kind]}>{words(kind)}</Tag>
          </div>
          <Side label={words("letter")} side={letter} />
          <Side label={words("good")} side={other} />
        </div>
      ))}
    </>
  );
}

function Side({ label, side }: { label: string; side: Difference["letter"] }) {
  const words = useTexts(bundle);
  return (
    <div>
      <Typography.Text type="secondary">{label}</Typography.Text>{" "}
      {side ? (
        <>
          {side.types.map((type) => words(type)).join(", ")} <code>{JSON.stringify(side.value)}</code>
        </>
      ) : (
        "–"
      )}
    </div>
  );
}
