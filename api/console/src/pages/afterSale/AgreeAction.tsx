import { Alert, Button } from "antd";
import { put } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  agree: ["Approve", "同意"],
  agreeMoney: ["Approve a refund of {{amount}} without a return?", "同意该申请？将向会员退款 {{amount}}，无需退货。"],
  agreeGoods: ["Approve? The member then returns the goods.", "同意该申请？会员随后寄回商品。"],
  address: ["Return address (visible to the member)", "退货地址，会员可见"],
  noAddress: [
    "The shop keeps no return address, so the member is not told where to send the goods.",
    "尚未设置退货地址，会员将看不到寄回地址。",
  ],
} as const;

interface Props {
  id: number;
  /** Goods come back first. */
  isReturn: boolean;
  amount: string;
  changes: string[];
  done: string;
}

/** The yes to an after-sale; for a return with the address that the goods go to. */
export function AgreeAction({ id, isReturn, amount, ...ends }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const isChoice = isReturn && may("trade:return-address:query");
  const { data, isLoading } = useRead("/admin-api/trade/return-address/page", { pageSize: 100 }, { enabled: isChoice });
  const agree = (returnAddressId?: number) =>
    put("/admin-api/trade/after-sale/agree", { id, ...(returnAddressId ? { returnAddressId } : {}) });
  // A question that is asked meanwhile would vanish when the addresses come.
  if (isLoading)
    return (
      <Button type="primary" loading>
        {words("agree")}
      </Button>
    );
  if (!isChoice || !data)
    return (
      <ActButton
        type="primary"
        size="medium"
        question={words(isReturn ? "agreeGoods" : "agreeMoney", { amount })}
        act={() => agree()}
        {...ends}
      >
        {words("agree")}
      </ActButton>
    );
  const options = data.list.map(({ id: value, name, mobile, areaName, detailAddress }) => ({
    value,
    label: `${areaName} ${detailAddress}, ${name} ${mobile}`,
  }));
  const first = options[0]?.value;
  return (
    <ActDialog<{ returnAddressId?: number }>
      type="primary"
      label={words("agree")}
      fields={
        first === undefined
          ? []
          : [{ name: "returnAddressId", label: bundle.address, kind: "select", options, needed: true, initial: first }]
      }
      intro={() => (
        <Alert
          type={first === undefined ? "warning" : "info"}
          style={{ marginBottom: 16 }}
          title={words(first === undefined ? "noAddress" : "agreeGoods")}
        />
      )}
      act={({ returnAddressId }) => agree(returnAddressId)}
      {...ends}
    />
  );
}
