import { useRead } from "../../client/queries";
import { Facts } from "../../parts/shown/Facts";
import { yuan } from "../../parts/shown/figures";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Members, last 30 days", "近 30 天会员"],
  all: ["Members", "会员总数"],
  joined: ["Joined", "新增会员"],
  ordered: ["Placed an order", "下单会员"],
  paid: ["Paid", "支付会员"],
  each: ["Average spend", "客单价"],
  before: ["{{value}} ({{before}} in the previous 30 days)", "{{value}}（上一周期 {{before}}）"],
} as const;

export function MemberSums() {
  const words = useTexts(bundle);
  const { data } = useRead("/admin-api/statistics/member/summary");
  if (!data) return null;
  const { value, reference } = data;
  const beside = (
    now: number,
    then: number,
    text: (count: number) => string = (count) => count.toLocaleString("en-US"),
  ) => words("before", { value: text(now), before: text(then) });
  return (
    <Facts
      title={words("title")}
      columns={1}
      facts={[
        [words("all"), value.userCount.toLocaleString("en-US")],
        [words("joined"), beside(value.registerCount, reference.registerCount)],
        [words("ordered"), beside(value.orderUserCount, reference.orderUserCount)],
        [words("paid"), beside(value.payUserCount, reference.payUserCount)],
        [words("each"), beside(value.atv, reference.atv, yuan)],
      ]}
    />
  );
}
