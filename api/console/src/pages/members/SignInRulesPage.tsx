import { Card, Space, Typography } from "antd";
import { del, post, put, type BodyOf, type DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, State } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Check-in rules", "签到规则"],
  lead: [
    "Rewards for each consecutive day of checking in. After the last day the cycle restarts.",
    "连续签到每一天的奖励；到最后一天后重新从第一天开始。",
  ],
  create: ["New day", "新增天数"],
  change: ["Edit", "编辑"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete the rule of day {{day}}?", "确定删除第 {{day}} 天的规则？"],
  day: ["Consecutive day", "连续签到天数"],
  nth: ["Day {{day}}", "第 {{day}} 天"],
  point: ["Points", "奖励积分"],
  experience: ["Experience", "奖励经验"],
  status: ["Status", "状态"],
  actions: ["Actions", "操作"],
  saved: ["Saved", "已保存"],
} as const;

const NOUN = "/admin-api/member/sign-in/config/";
type Rule = DataOf<"/admin-api/member/sign-in/config/list">[number];
type Body = BodyOf<"/admin-api/member/sign-in/config/create", "post">;

const fields: Field[] = [
  { name: "day", label: bundle.day, kind: "number", needed: true, min: 1, max: 366 },
  { name: "point", label: bundle.point, kind: "number", needed: true, min: 0, initial: 0 },
  { name: "experience", label: bundle.experience, kind: "number", needed: true, min: 0, initial: 0 },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates, needed: true, initial: 0 },
];

export default function SignInRulesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const list = useRead("/admin-api/member/sign-in/config/list");
  const same = { fields, changes: [NOUN], done: words("saved") };
  return (
    <>
      <PageHead title={words("title")}>
        {may("member:sign-in-config:create") && (
          <ActDialog<Body>
            type="primary"
            label={words("create")}
            {...same}
            act={(body) => post(`${NOUN}create`, body)}
          />
        )}
      </PageHead>
      <Card>
        <Typography.Paragraph type="secondary">{words("lead")}</Typography.Paragraph>
        <ReadTable<Rule>
          read={list}
          rowKey="id"
          size="middle"
          dataSource={[...(list.data ?? [])].sort((a, b) => a.day - b.day)}
          pagination={false}
          columns={[
            { title: words("day"), render: (_, row) => words("nth", { day: row.day }) },
            { title: words("point"), dataIndex: "point", align: "right" },
            { title: words("experience"), dataIndex: "experience", align: "right" },
            { title: words("status"), render: (_, row) => <State of={enabledStates} value={row.status} /> },
            {
              title: words("actions"),
              key: "actions",
              render: (_, row) => (
                <Space>
                  {may("member:sign-in-config:update") && (
                    <ActDialog<Body>
                      size="small"
                      label={words("change")}
                      {...same}
                      row={row}
                      act={(body) => put(`${NOUN}update`, { ...body, id: row.id })}
                    />
                  )}
                  {may("member:sign-in-config:delete") && (
                    <ActButton
                      danger
                      question={words("removeQuestion", { day: row.day })}
                      act={() => del(`${NOUN}delete`, { id: row.id })}
                      changes={[NOUN]}
                      done={words("saved")}
                    >
                      {words("remove")}
                    </ActButton>
                  )}
                </Space>
              ),
            },
          ]}
        />
      </Card>
    </>
  );
}
