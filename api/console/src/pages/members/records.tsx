import { Typography } from "antd";
import type { RowOf } from "../../client/client";
import { Money, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageTable } from "../../parts/lists/PageTable";
import { Person } from "../../parts/shown/Person";
import { useTexts } from "../../texts/texts";
import { experienceCauses, pointCauses } from "./member.states";

const bundle = {
  member: ["Member", "会员"],
  memberId: ["Member ID", "会员编号"],
  cause: ["Source", "来源"],
  what: ["Description", "说明"],
  bizId: ["Reference", "业务编号"],
  change: ["Change", "变动"],
  after: ["After", "变动后"],
  level: ["Level", "等级"],
  none: ["No level", "无等级"],
  discount: ["Member pays", "享受折扣"],
  experience: ["Experience", "经验值"],
  reason: ["Reason", "原因"],
  day: ["Consecutive day", "连续天数"],
  nth: ["Day {{day}}", "第 {{day}} 天"],
  points: ["Points", "积分"],
  owed: ["Owed", "欠积分变动"],
  direction: ["Added", "增加"],
  title: ["Title", "标题"],
  no: ["Transaction no.", "流水号"],
  amount: ["Amount", "金额"],
  balance: ["Balance after", "变动后余额"],
  createTime: ["Time", "时间"],
} as const;

/** Of one member, or of all. */
interface Props {
  userId?: number;
  prefix: string;
}
/** A row with its owner. */
type Owned = Pick<RowOf<"/admin-api/member/point/record/page">, "userId" | "user">;
const ofMember: Filter = { name: "userId", label: bundle.memberId, kind: "number" };
const time: Filter = { name: "createTime", label: bundle.createTime, kind: "time" };

function Change({ by }: { by: number }) {
  return (
    <Typography.Text className="numbers" {...(by < 0 ? { type: "danger" as const } : { type: "success" as const })}>
      {by > 0 ? "+" : ""}
      {by.toLocaleString()}
    </Typography.Text>
  );
}

function useParts({ userId, prefix }: Props) {
  const words = useTexts(bundle);
  return {
    words,
    same: { prefix, ...(userId === undefined ? {} : { fixed: { userId } }) },
    filters: (own: Filter[]): Filter[] => (userId === undefined ? [ofMember, ...own] : own),
    memberColumn:
      userId === undefined
        ? [
            {
              title: words("member"),
              key: "member",
              render: (_: unknown, row: Owned) => <Person id={row.userId} user={row.user} />,
            },
          ]
        : [],
    timeColumn: {
      title: words("createTime"),
      key: "createTime",
      render: (_: unknown, row: { createTime: number }) => <Moment ms={row.createTime} />,
    },
  };
}

export function PointRecords(props: Props) {
  const { words, same, filters, memberColumn, timeColumn } = useParts(props);
  return (
    <PageTable
      path="/admin-api/member/point/record/page"
      {...same}
      filters={filters([
        { name: "bizType", label: bundle.cause, kind: "state", states: pointCauses },
        { name: "addStatus", label: bundle.direction, kind: "yesNo" },
        time,
      ])}
      columns={[
        ...memberColumn,
        { title: words("cause"), render: (_, row) => <State of={pointCauses} value={row.bizType} /> },
        { title: words("title"), dataIndex: "title" },
        { title: words("what"), render: (_, row) => row.description || "–" },
        { title: words("bizId"), dataIndex: "bizId" },
        { title: words("change"), align: "right", render: (_, row) => <Change by={row.point} /> },
        { title: words("owed"), align: "right", render: (_, row) => (row.owed === 0 ? "–" : <Change by={row.owed} />) },
        {
          title: words("after"),
          align: "right",
          render: (_, row) => <span className="numbers">{row.totalPoint.toLocaleString()}</span>,
        },
        timeColumn,
      ]}
    />
  );
}

export function ExperienceRecords(props: Props) {
  const { words, same, filters, memberColumn, timeColumn } = useParts(props);
  return (
    <PageTable
      path="/admin-api/member/experience-record/page"
      {...same}
      filters={filters([time])}
      columns={[
        ...memberColumn,
        { title: words("cause"), render: (_, row) => <State of={experienceCauses} value={row.bizType} /> },
        { title: words("title"), dataIndex: "title" },
        { title: words("what"), render: (_, row) => row.description || "–" },
        { title: words("bizId"), dataIndex: "bizId" },
        { title: words("change"), align: "right", render: (_, row) => <Change by={row.experience} /> },
        {
          title: words("after"),
          align: "right",
          render: (_, row) => <span className="numbers">{row.totalExperience.toLocaleString()}</span>,
        },
        timeColumn,
      ]}
    />
  );
}

export function LevelRecords(props: Props) {
  const { words, same, filters, memberColumn, timeColumn } = useParts(props);
  return (
    <PageTable
      path="/admin-api/member/level-record/page"
      {...same}
      filters={filters([time])}
      columns={[
        ...memberColumn,
        { title: words("level"), render: (_, row) => (row.level === null ? words("none") : `V${row.level}`) },
        {
          title: words("discount"),
          render: (_, row) => (row.discountPercent === null ? "–" : `${row.discountPercent}%`),
        },
        {
          title: words("experience"),
          align: "right",
          render: (_, row) => <span className="numbers">{row.userExperience.toLocaleString()}</span>,
        },
        { title: words("reason"), render: (_, row) => row.reason ?? "–" },
        timeColumn,
      ]}
    />
  );
}

export function SignInRecords(props: Props) {
  const { words, same, filters, memberColumn, timeColumn } = useParts(props);
  return (
    <PageTable
      path="/admin-api/member/sign-in/record/page"
      {...same}
      filters={filters([{ name: "day", label: bundle.day, kind: "number" }])}
      columns={[
        ...memberColumn,
        { title: words("day"), render: (_, row) => words("nth", { day: row.day }) },
        { title: words("points"), align: "right", render: (_, row) => <Change by={row.point} /> },
        { title: words("experience"), align: "right", render: (_, row) => <Change by={row.experience} /> },
        timeColumn,
      ]}
    />
  );
}

export function WalletTransactions({ userId, prefix }: { userId: number; prefix: string }) {
  const { words, timeColumn } = useParts({ userId, prefix });
  return (
    <PageTable
      path="/admin-api/pay/wallet-transaction/page"
      prefix={prefix}
      fixed={{ userId }}
      filters={[time]}
      columns={[
        { title: words("no"), dataIndex: "no" },
        { title: words("title"), dataIndex: "title" },
        { title: words("amount"), align: "right", render: (_, row) => <Money fen={row.price} /> },
        { title: words("balance"), align: "right", render: (_, row) => <Money fen={row.balance} /> },
        { title: words("reason"), render: (_, row) => row.reason ?? "–" },
        timeColumn,
      ]}
    />
  );
}
