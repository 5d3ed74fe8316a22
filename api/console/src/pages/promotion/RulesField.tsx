import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Card, Checkbox, Flex, Select } from "antd";
import type { ReactNode } from "react";
import { useRead } from "../../client/queries";
import { FigureInput } from "../../parts/fields/NumberInput";
import { figuresFault } from "../../parts/fields/numbers";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  rule: ["Rule {{n}}", "规则 {{n}}"],
  spend: ["Spend at least (¥)", "满金额（元）"],
  buy: ["Buy at least (items)", "满件数（件）"],
  off: ["Amount off (¥)", "减免金额（元）"],
  points: ["Points earned", "赠送积分"],
  free: ["Free delivery", "包邮"],
  coupons: ["Coupons awarded", "赠送优惠券"],
  count: ["Quantity: {{name}}", "数量：{{name}}"],
  add: ["Add rule", "添加规则"],
  remove: ["Remove rule {{n}}", "移除规则 {{n}}"],
} as const;

export interface Rule {
  limit?: number | null;
  discountPrice?: number | null;
  freeDelivery?: boolean;
  point?: number | null;
  giveCouponTemplateCounts?: Record<string, number>;
}

export function checkRules(value: unknown): Pair | undefined {
  if (value === undefined) return undefined;
  const rules = value as Rule[];
  if (rules.length === 0) return ["Add at least one rule", "请至少添加一条规则"];
  const fault = figuresFault(
    rules.flatMap(({ limit, discountPrice, point, giveCouponTemplateCounts }) => [
      limit,
      discountPrice,
      point,
      ...Object.values(giveCouponTemplateCounts ?? {}),
    ]),
  );
  if (fault) return fault;
  if (rules.some(({ limit }) => !limit)) return ["Every rule needs a threshold", "请填写每条规则的门槛"];
  if (new Set(rules.map(({ limit }) => limit)).size < rules.length)
    return ["Two rules have the same threshold", "规则门槛不能重复"];
  return undefined;
}

interface Props {
  value?: Rule[];
  onChange?: (rules: Rule[]) => void;
  /** 10 amount, 20 pieces. */
  condition: number;
}

/** The benefits from each limit on. Money is fen in the value and yuan on the page. */
export function RulesField({ value = [], onChange, condition }: Props) {
  const words = useTexts(bundle);
  const set = (at: number, change: Rule) =>
    onChange?.(value.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  return (
    <Flex vertical gap={12}>
      {value.map((rule, at) => {
        const number = (
          label: string,
          figure: number | null | undefined,
          money: boolean,
          name: keyof Rule,
        ): ReactNode => (
          <label>
            <div>{label}</div>
            <FigureInput
              aria-label={`${words("rule", { n: at + 1 })}: ${label}`}
              min={0}
              {...(money ? { money } : { decimals: 0 })}
              value={figure === null || figure === undefined ? null : money ? figure / 100 : figure}
              onChange={(next) => set(at, { [name]: next !== null && money ? Math.round(next * 100) : next })}
              style={{ width: 140 }}
            />
          </label>
        );
        return (
          <Card
            key={at}
            size="small"
            title={words("rule", { n: at + 1 })}
            extra={
              <Button
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={words("remove", { n: at + 1 })}
                onClick={() => onChange?.(value.filter((_, index) => index !== at))}
              />
            }
          >
            <Flex gap={16} wrap align="end">
              {number(words(condition === 20 ? "buy" : "spend"), rule.limit, condition !== 20, "limit")}
              {number(words("off"), rule.discountPrice, true, "discountPrice")}
              {number(words("points"), rule.point, false, "point")}
              <Checkbox
                checked={rule.freeDelivery ?? false}
                onChange={({ target }) => set(at, { freeDelivery: target.checked })}
                style={{ paddingBottom: 5 }}
              >
                {words("free")}
              </Checkbox>
            </Flex>
            <GivenCoupons
              value={rule.giveCouponTemplateCounts ?? {}}
              onChange={(giveCouponTemplateCounts) => set(at, { giveCouponTemplateCounts })}
            />
          </Card>
        );
      })}
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => onChange?.([...value, {}])}>
        {words("add")}
      </Button>
    </Flex>
  );
}

interface CouponsProps {
  value: Record<string, number>;
  onChange: (counts: Record<string, number>) => void;
}

function GivenCoupons({ value, onChange }: CouponsProps) {
  const words = useTexts(bundle);
  const may = useMay();
  const templates = useRead(
    "/admin-api/promotion/coupon-template/page",
    { takeType: 2, pageSize: 100 },
    {
      enabled: may("promotion:coupon-template:query"),
    },
  );
  const list = templates.data?.list ?? [];
  const nameOf = (id: string) => list.find((one) => String(one.id) === id)?.name ?? id;
  return (
    <Flex vertical gap={8} style={{ marginTop: 12 }}>
      <label>
        <div>{words("coupons")}</div>
        <Select
          mode="multiple"
          aria-label={words("coupons")}
          value={Object.keys(value)}
          onChange={(ids: string[]) => onChange(Object.fromEntries(ids.map((id) => [id, value[id] ?? 1])))}
          options={list.map(({ id, name }) => ({ value: String(id), label: name }))}
          showSearch={{ optionFilterProp: "label" }}
          style={{ width: "100%" }}
        />
      </label>
      {Object.entries(value).map(([id, count]) => (
        <Flex key={id} gap={8} align="center" justify="space-between">
          <span>{nameOf(id)}</span>
          <FigureInput
            aria-label={words("count", { name: nameOf(id) })}
            prefix="×"
            min={1}
            max={20}
            decimals={0}
            value={count}
            onChange={(next) => onChange({ ...value, [id]: next ?? Number.NaN })}
            style={{ width: 90 }}
          />
        </Flex>
      ))}
    </Flex>
  );
}
