import { Alert, Avatar, Skeleton, Statistic, Card, Flex, Tabs } from "antd";
import { Link, useSearchParams } from "react-router";
import { put, type DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { Facts } from "../../parts/shown/Facts";
import { Money, Moment, State, yuan } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { orderStates } from "../orders/order.states";
import { CouponTable } from "../promotion/CouponTable";
import { Addresses } from "./Addresses";
import { MemberActions } from "./MemberActions";
import { memberStates, sexes, terminals } from "./member.states";
import { ExperienceRecords, LevelRecords, PointRecords, SignInRecords, WalletTransactions } from "./records";

const bundle = {
  members: ["Members", "会员"],
  member: ["Member {{id}}", "会员 {{id}}"],
  id: ["Member ID", "会员编号"],
  mobile: ["Mobile", "手机号"],
  sex: ["Gender", "性别"],
  level: ["Level", "等级"],
  points: ["Points", "积分"],
  owed: ["Points owed", "欠积分"],
  experience: ["Experience", "经验值"],
  joined: ["Joined", "注册时间"],
  from: ["Joined via", "注册终端"],
  joinedIp: ["Join IP", "注册 IP"],
  signedIn: ["Last sign-in", "最近登录"],
  signedInIp: ["Last sign-in IP", "登录 IP"],
  orders: ["Orders", "订单"],
  wallet: ["Wallet", "钱包"],
  coupons: ["Coupons", "优惠券"],
  levels: ["Level changes", "等级变动"],
  signIns: ["Daily check-ins", "签到"],
  addresses: ["Addresses", "收货地址"],
  balance: ["Balance", "余额"],
  frozen: ["Frozen", "冻结金额"],
  spent: ["Total spent", "累计支出"],
  recharged: ["Total top-ups", "累计充值"],
  clearPassword: ["Clear payment password", "清除支付密码"],
  clearPasswordHint: [
    "For a member who has forgotten it. Verify their identity first. All devices are signed out; a new payment password can be set after signing in again.",
    "用于会员忘记支付密码时，请先核实身份。清除后该会员将在所有设备上退出登录，重新登录后可设置新的支付密码。",
  ],
  clearPasswordQuestion: [
    "Clear the payment password of member {{id}} and sign out all devices?",
    "确定清除会员 {{id}} 的支付密码，并退出所有设备？",
  ],
  reason: ["Reason", "原因"],
  cleared: ["Payment password cleared", "支付密码已清除"],
  noWallet: ["No wallet yet", "尚未开通钱包"],
  no: ["Order", "订单号"],
  goods: ["Products", "商品"],
  more: ["{{name}} … {{count}} items", "{{name}} 等 {{count}} 件"],
  more_one: ["{{name}} … {{count}} item", "{{name}} 等 {{count}} 件"],
  status: ["Status", "状态"],
  paid: ["Total", "应付金额"],
  time: ["Placed", "下单时间"],
  mergedInto: ["Merged into", "已合并到"],
  merged: ["Merged accounts", "合并来的账号"],
} as const;

export function MemberDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const member = useRead("/admin-api/member/user/get", { id });
  const { data } = member;
  return (
    <>
      <PageHead
        title={data?.nickname || words("member", { id })}
        back={{ to: "/members", label: words("members") }}
        beside={
          data && (
            <>
              {data.avatar && <Avatar src={data.avatar} alt="" />}
              <State of={memberStates} value={data.status} />
            </>
          )
        }
      >
        {data?.mergedInto === null && <MemberActions member={data} />}
      </PageHead>
      {member.error && <Alert type="error" showIcon title={member.error.message} />}
      {member.isPending && <Skeleton active />}
      {data && (
        <>
          <Facts
            facts={[
              [words("id"), data.id],
              [words("mobile"), data.mobile],
              [words("sex"), <State key="sex" of={sexes} value={data.sex} />],
              [words("level"), data.levelName],
              [words("points"), <span className="numbers">{data.point.toLocaleString()}</span>],
              [words("owed"), data.pointOwed > 0 && <span className="numbers">{data.pointOwed.toLocaleString()}</span>],
              [words("experience"), <span className="numbers">{data.experience.toLocaleString()}</span>],
              [words("joined"), <Moment ms={data.createTime} />],
              [words("from"), <State of={terminals} value={data.registerTerminal} />],
              [words("joinedIp"), data.registerIp],
              [words("signedIn"), <Moment ms={data.loginDate} />],
              [words("signedInIp"), data.loginIp],
              [words("mergedInto"), data.mergedInto === null ? undefined : <MergedInto member={data} />],
              [words("merged"), data.mergedMembers.length === 0 ? undefined : <MergedMembers member={data} />],
            ]}
          />
          <MemberTabs userId={id} />
        </>
      )}
    </>
  );
}

type Member = DataOf<"/admin-api/member/user/get">;

/** Who has this member's identity, and what it owned. */
function MergedInto({ member: { mergedInto, mergedTime } }: { member: Member }) {
  const words = useTexts(bundle);
  return (
    <>
      <Link to={`/members/${mergedInto}`}>{words("member", { id: mergedInto ?? 0 })}</Link> <Moment ms={mergedTime} />
    </>
  );
}

function MergedMembers({ member: { mergedMembers } }: { member: Member }) {
  const words = useTexts(bundle);
  return mergedMembers.map(({ id, nickname, status, mergedTime }) => (
    <div key={id}>
      <Link to={`/members/${id}`}>{nickname || words("member", { id })}</Link>{" "}
      <State of={memberStates} value={status} /> <Moment ms={mergedTime} />
    </div>
  ));
}

function MemberTabs({ userId }: { userId: number }) {
  const words = useTexts(bundle);
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const tabs = [
    { key: "orders", permission: "trade:order:query", children: <Orders userId={userId} /> },
    { key: "wallet", permission: "pay:wallet:query", children: <Wallet userId={userId} /> },
    {
      key: "coupons",
      permission: "promotion:coupon:query",
      children: <CouponTable userId={userId} prefix="coupons." />,
    },
    {
      key: "points",
      permission: "member:point-record:query",
      children: <PointRecords userId={userId} prefix="points." />,
    },
    {
      key: "experience",
      permission: "member:experience-record:query",
      children: <ExperienceRecords userId={userId} prefix="experience." />,
    },
    {
      key: "levels",
      permission: "member:level-record:query",
      children: <LevelRecords userId={userId} prefix="levels." />,
    },
    {
      key: "signIns",
      permission: "member:sign-in-record:query",
      children: <SignInRecords userId={userId} prefix="signIns." />,
    },
    { key: "addresses", permission: "member:address:query", children: <Addresses userId={userId} /> },
  ] as const;
  const shown = tabs.filter(({ permission }) => may(permission));
  return (
    <Tabs
      activeKey={search.get("of") ?? shown[0]?.key ?? ""}
      destroyOnHidden
      onChange={(of) => setSearch({ of })}
      items={shown.map(({ key, children }) => ({ key, label: words(key), children }))}
    />
  );
}

function Orders({ userId }: { userId: number }) {
  const words = useTexts(bundle);
  return (
    <PageTable
      path="/admin-api/trade/order/page"
      prefix="orders."
      fixed={{ userId }}
      filters={[{ name: "status", label: bundle.status, kind: "state", states: orderStates }]}
      columns={[
        { title: words("no"), render: (_, row) => <Link to={`/orders/${row.id}`}>{row.no}</Link> },
        {
          title: words("goods"),
          render: (_, row) =>
            row.productCount > 1
              ? words("more", { name: row.items[0]?.spuName ?? "", count: row.productCount })
              : row.items[0]?.spuName,
        },
        { title: words("status"), weight: 80, render: (_, row) => <State of={orderStates} value={row.status} /> },
        { title: words("paid"), align: "right", render: (_, row) => <Money fen={row.payPrice} /> },
        { title: words("time"), render: (_, row) => <Moment ms={row.createTime} /> },
      ]}
    />
  );
}

function Wallet({ userId }: { userId: number }) {
  const words = useTexts(bundle);
  const may = useMay();
  const { data, error } = useRead("/admin-api/pay/wallet/get", { userId });
  return (
    <Flex vertical gap={16}>
      {error && <Alert type="info" showIcon title={`${words("noWallet")}: ${error.message}`} />}
      {data && (
        <Card>
          <Flex gap={48} wrap>
            <Statistic title={words("balance")} value={yuan(data.balance)} />
            <Statistic title={words("frozen")} value={yuan(data.freezePrice)} />
            <Statistic title={words("spent")} value={yuan(data.totalExpense)} />
            <Statistic title={words("recharged")} value={yuan(data.totalRecharge)} />
            {may("pay:wallet:clear-payment-password") && (
              <ActDialog<{ reason: string }>
                danger
                style={{ marginInlineStart: "auto", alignSelf: "center" }}
                label={words("clearPassword")}
                fields={[{ name: "reason", label: bundle.reason, kind: "text", needed: true }]}
                intro={() => <Alert type="warning" style={{ marginBottom: 16 }} title={words("clearPasswordHint")} />}
                question={() => words("clearPasswordQuestion", { id: userId })}
                act={(body) => put("/admin-api/pay/wallet/clear-payment-password", { userId, ...body })}
                changes={["/admin-api/pay/wallet", "/admin-api/system/session"]}
                done={words("cleared")}
              />
            )}
          </Flex>
        </Card>
      )}
      <WalletTransactions userId={userId} prefix="wallet." />
    </Flex>
  );
}
