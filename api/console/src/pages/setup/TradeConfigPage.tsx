import type { Field } from "../../parts/fields/fields";
import { KeptForm } from "../../parts/acts/KeptForm";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = { title: ["Trade settings", "交易设置"] } as const;

const ENTER: Pair = ["Type a reason and press Enter.", "输入原因后按回车添加。"];
const fields: Field[] = [
  {
    name: "deliveryExpressFreeEnabled",
    label: ["Free delivery above an amount", "启用满额包邮"],
    kind: "switch",
    initial: false,
  },
  {
    name: "deliveryExpressFreePrice",
    label: ["Minimum amount (¥)", "满多少元包邮"],
    kind: "money",
    needed: true,
    min: 0,
  },
  { name: "deliveryPickUpEnabled", label: ["In-store pick-up", "启用到店自提"], kind: "switch", initial: false },
  {
    name: "afterSaleRefundReasons",
    label: ["Reasons for a refund only", "仅退款原因"],
    kind: "tags",
    hint: ENTER,
  },
  {
    name: "afterSaleReturnReasons",
    label: ["Reasons for a return", "退货退款原因"],
    kind: "tags",
    hint: ENTER,
  },
];

export default function TradeConfigPage() {
  const words = useTexts(bundle);
  return (
    <KeptForm
      title={words("title")}
      base="/admin-api/trade/config"
      permission="trade:config:save"
      sections={[{ fields }]}
    />
  );
}
