import { put } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import type { Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";
import { couponDiscounts, scopes, takeTypes, validities } from "./promotion.states";
import { scopeFields, scopeToForm, scopeToWire } from "./scope";
import { SendToMembers } from "./SendToMembers";
import { useTerms } from "./terms";

const bundle = {
  title: ["Coupon templates", "优惠券模板"],
  name: ["Name", "名称"],
  terms: ["Terms", "优惠内容"],
  scope: ["Applies to", "适用范围"],
  how: ["Distribution", "领取方式"],
  status: ["Status", "状态"],
  discount: ["Discount type", "优惠类型"],
  total: ["Total quantity", "发放总量"],
  each: ["Limit per member", "每人限领"],
  validity: ["Validity type", "有效期类型"],
  validText: ["Validity", "有效期"],
  days: ["{{to}} days, from day {{from}} after claiming", "领取后第 {{from}} 天起 {{to}} 天内"],
  daysAtOnce: ["{{to}} days from claiming", "领取后 {{to}} 天内"],
  counts: ["Claimed / used / total", "已领 / 已用 / 总量"],
  createTime: ["Created", "创建时间"],
  enable: ["Enable", "启用"],
  disable: ["Disable", "停用"],
  disableQuestion: ["Disable {{name}}? It can no longer be claimed.", "停用后将无法再领取「{{name}}」，确定吗？"],
  enableQuestion: ["Enable {{name}} again?", "确定启用「{{name}}」？"],
  saved: ["Saved", "已保存"],
} as const;

const NO_LIMIT: Pair = ["-1 for unlimited", "-1 表示不限"];
const notZero = (value: unknown): Pair | undefined => (value === 0 ? NO_LIMIT : undefined);
const later = (value: unknown, start: unknown): Pair | undefined =>
  value && start && Number(value) <= Number(start)
    ? ["The end must be after the start", "结束时间须晚于开始时间"]
    : undefined;

const filters: Filter[] = [
  { name: "name", label: bundle.name, kind: "text" },
  { name: "status", label: bundle.status, kind: "state", states: enabledStates },
  { name: "takeType", label: bundle.how, kind: "state", states: takeTypes },
  { name: "discountType", label: bundle.discount, kind: "state", states: couponDiscounts },
  { name: "productScope", label: bundle.scope, kind: "state", states: scopes },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];

const discountFields = (type: unknown): Field[] =>
  type === 2
    ? [
        {
          name: "discountPercent",
          label: ["Member pays (%)", "折扣（%）"],
          kind: "number",
          needed: true,
          min: 1,
          max: 99,
          hint: ["80 means the member pays 80%.", "80 表示打八折。"],
        },
        { name: "discountLimitPrice", label: ["Max discount (¥)", "最多优惠（元）"], kind: "money", min: 0.01 },
      ]
    : [{ name: "discountPrice", label: ["Amount off (¥)", "优惠金额（元）"], kind: "money", needed: true, min: 0.01 }];
const validityFields = ({ validityType, validStartTime }: Record<string, unknown>): Field[] =>
  validityType === 1
    ? [
        { name: "validStartTime", label: ["Valid from", "生效时间"], kind: "time", needed: true },
        {
          name: "validEndTime",
          label: ["Valid until", "失效时间"],
          kind: "time",
          needed: true,
          check: (value) => later(value, validStartTime),
        },
      ]
    : [
        {
          name: "fixedStartTerm",
          label: ["Starts after (days)", "领取后几天生效"],
          kind: "number",
          min: 0,
          initial: 0,
        },
        {
          name: "fixedEndTerm",
          label: ["Valid for (days)", "有效天数"],
          kind: "number",
          needed: true,
          min: 1,
          initial: 30,
        },
      ];
const fields = (entered: Record<string, unknown>): Field[] => [
  { name: "name", label: bundle.name, kind: "text", needed: true },
  { name: "description", label: ["Description", "使用说明"], kind: "longText" },
  { name: "takeType", label: bundle.how, kind: "state", states: takeTypes, needed: true, initial: 1 },
  {
    name: "usePrice",
    label: ["Minimum spend (¥)", "满多少元可用"],
    kind: "money",
    needed: true,
    min: 0,
    initial: 0,
  },
  { name: "discountType", label: bundle.discount, kind: "state", states: couponDiscounts, needed: true, initial: 1 },
  ...discountFields(entered.discountType),
  ...scopeFields(entered),
  {
    name: "totalCount",
    label: bundle.total,
    kind: "number",
    needed: true,
    min: -1,
    initial: -1,
    hint: NO_LIMIT,
    check: notZero,
  },
  { name: "takeLimitCount", label: bundle.each, kind: "number", needed: true, min: -1, initial: 1, check: notZero },
  { name: "validityType", label: bundle.validity, kind: "state", states: validities, needed: true, initial: 2 },
  ...validityFields(entered),
];

export default function CouponTemplatesPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const termsOf = useTerms();
  return (
    <NounPage
      title={words("title")}
      path="/admin-api/promotion/coupon-template/page"
      recycled="coupon-template"
      permission="promotion:coupon-template"
      filters={filters}
      fields={fields}
      body={scopeToWire}
      begin={scopeToForm}
      width={560}
      actions={(row) => (
        <>
          {row.takeType === 2 && row.status === 0 && may("promotion:coupon:send") && may("member:user:query") && (
            <SendToMembers templateId={row.id} name={row.name} />
          )}
          {may("promotion:coupon-template:update") && (
            <ActButton
              question={words(row.status === 0 ? "disableQuestion" : "enableQuestion", { name: row.name })}
              act={() =>
                put("/admin-api/promotion/coupon-template/update-status", {
                  id: row.id,
                  status: row.status === 0 ? 1 : 0,
                })
              }
              undo={() =>
                put("/admin-api/promotion/coupon-template/update-status", { id: row.id, status: row.status as 0 | 1 })
              }
              changes={["/admin-api/promotion/coupon-template/"]}
              done={words("saved")}
            >
              {words(row.status === 0 ? "disable" : "enable")}
            </ActButton>
          )}
        </>
      )}
      columns={[
        { title: "ID", dataIndex: "id" },
        { title: words("name"), dataIndex: "name" },
        { title: words("terms"), render: (_, row) => termsOf(row) },
        { title: words("status"), weight: 80, render: (_, row) => <State of={enabledStates} value={row.status} /> },
        { title: words("how"), render: (_, row) => <State of={takeTypes} value={row.takeType} /> },
        { title: words("scope"), render: (_, row) => <State of={scopes} value={row.productScope} /> },
        {
          title: words("validText"),
          render: (_, row) =>
            row.validityType === 1 ? (
              <>
                <Moment ms={row.validStartTime} />
                <br />
                <Moment ms={row.validEndTime} />
              </>
            ) : (
              words(row.fixedStartTerm ? "days" : "daysAtOnce", {
                from: row.fixedStartTerm ?? 0,
                to: row.fixedEndTerm ?? 0,
              })
            ),
        },
        {
          title: words("counts"),
          render: (_, row) => (
            <span className="numbers">
              {row.takeCount} / {row.useCount} / {row.totalCount === -1 ? "∞" : row.totalCount}
            </span>
          ),
        },
      ]}
    />
  );
}
