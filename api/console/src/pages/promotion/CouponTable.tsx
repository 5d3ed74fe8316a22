import { Link } from "react-router";
import { del } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { couponStates, takeTypes } from "./promotion.states";
import { useTerms } from "./terms";

const bundle = {
  member: ["Member", "会员"],
  memberId: ["Member ID", "会员编号"],
  templateId: ["Template ID", "模板编号"],
  coupon: ["Coupon", "优惠券"],
  terms: ["Terms", "优惠内容"],
  how: ["Distribution", "领取方式"],
  status: ["Status", "状态"],
  valid: ["Valid until", "有效期至"],
  used: ["Used", "使用时间"],
  order: ["Order {{id}}", "订单 {{id}}"],
  createTime: ["Claimed", "领取时间"],
  actions: ["Actions", "操作"],
  recall: ["Revoke", "收回"],
  recallQuestion: ["Revoke this coupon from the member?", "确定收回该会员的这张优惠券？"],
  recalled: ["Revoked", "已收回"],
} as const;

/** Members' coupons: of one member, or of all. */
export function CouponTable({ userId, prefix = "" }: { userId?: number; prefix?: string }) {
  const words = useTexts(bundle);
  const may = useMay();
  const termsOf = useTerms();
  const filters: Filter[] = [
    ...(userId === undefined ? [{ name: "userId", label: bundle.memberId, kind: "number" } as const] : []),
    { name: "templateId", label: bundle.templateId, kind: "number" },
    { name: "status", label: bundle.status, kind: "state", states: couponStates },
    { name: "createTime", label: bundle.createTime, kind: "time" },
  ];
  return (
    <PageTable
      path="/admin-api/promotion/coupon/page"
      prefix={prefix}
      filters={filters}
      {...(userId === undefined ? {} : { fixed: { userId } })}
      exports={{
        path: "/admin-api/promotion/coupon/export",
        permission: "promotion:coupon:export",
        name: "coupons.csv",
      }}
      columns={[
        { title: "ID", dataIndex: "id" },
        ...(userId === undefined
          ? [
              {
                title: words("member"),
                key: "member",
                render: (_: unknown, row: { userId: number; nickname: string }) => (
                  <Link to={`/members/${row.userId}`}>{row.nickname || row.userId}</Link>
                ),
              },
            ]
          : []),
        { title: words("coupon"), dataIndex: "name" },
        { title: words("terms"), render: (_, row) => termsOf(row) },
        { title: words("how"), render: (_, row) => <State of={takeTypes} value={row.takeType} /> },
        { title: words("status"), weight: 80, render: (_, row) => <State of={couponStates} value={row.status} /> },
        { title: words("valid"), render: (_, row) => <Moment ms={row.validEndTime} /> },
        {
          title: words("used"),
          render: (_, row) => (
            <>
              <Moment ms={row.useTime} />
              {row.useOrderId !== null && (
                <div style={{ fontSize: 12 }}>
                  <Link to={`/orders/${row.useOrderId}`}>{words("order", { id: row.useOrderId })}</Link>
                </div>
              )}
            </>
          ),
        },
        { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
        {
          title: words("actions"),
          key: "actions",
          fixed: "right",
          render: (_, row) =>
            row.status !== 2 &&
            may("promotion:coupon:delete") && (
              <ActButton
                danger
                question={words("recallQuestion")}
                act={() => del("/admin-api/promotion/coupon/delete", { id: row.id })}
                changes={["/admin-api/promotion/coupon"]}
                done={words("recalled")}
              >
                {words("recall")}
              </ActButton>
            ),
        },
      ]}
    />
  );
}
