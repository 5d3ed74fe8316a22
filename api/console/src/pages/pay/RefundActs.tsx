import { Flex } from "antd";
import { put, type RowOf } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { Money, yuan } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { QueryChannel } from "./QueryChannel";

type Row = RowOf<"/admin-api/pay/refund/page">;
type ActedOn = Pick<
  Row,
  | "id"
  | "status"
  | "inDoubt"
  | "needsMerchant"
  | "channelRefundNo"
  | "payableToWallet"
  | "payableOutside"
  | "refundPrice"
>;

const bundle = {
  needsMerchant: ["The channel waits for you", "渠道等待商户处理"],
  inDoubt: ["The channel says otherwise now", "渠道结果已变化"],
  toMerchant: ["Came back to the shop", "已退回商户账户"],
  paidOutside: ["Paid outside", "已线下退款"],
  askedPayer: ["Sent to another account", "已申请改退至用户其他账户"],
  askedMerchant: ["Sent back to the shop", "已申请退回商户"],
  redirect: ["Other account", "改退账户"],
  redirected: ["The channel is asked", "已提交渠道"],
  to: ["Pay it to", "退至"],
  payer: ["Another bank account of the member", "用户其他银行卡"],
  merchant: ["The shop's own account", "商户账户"],
  bankType: ["Bank code (such as ICBC_DEBIT)", "银行代码（如 ICBC_DEBIT）"],
  bankAccount: ["Account number", "银行卡号"],
  realName: ["Account holder", "开户姓名"],
  outside: ["Paid outside", "线下已退"],
  recorded: ["Recorded", "已记录"],
  wallet: ["To the wallet", "退至钱包"],
  walletQuestion: ["Pay {{amount}} to the member's wallet?", "确定将 {{amount}} 退至会员钱包吗？"],
  inWallet: ["Paid to the wallet", "已退至钱包"],
  why: ["Reason", "原因"],
  amount: ["Amount paid", "退款金额"],
  reason: ["How it was paid", "退款说明"],
} as const;

/** What an operator should know of a refund besides its state. */
export function RefundTrouble({ row }: { row: Omit<Row, "userId" | "user"> }) {
  const words = useTexts(bundle);
  const { needsMerchant, inDoubt, toMerchant, redirectTo, redirectError, paidOutsidePrice, paidOutsideReason } = row;
  const { toWalletPrice, toWalletReason } = row;
  return (
    <>
      {needsMerchant && <SecondLine isError>{words("needsMerchant")}</SecondLine>}
      {inDoubt && <SecondLine isError>{words("inDoubt")}</SecondLine>}
      {redirectTo && <SecondLine>{words(redirectTo === "payer" ? "askedPayer" : "askedMerchant")}</SecondLine>}
      {redirectError && <SecondLine isError>{redirectError}</SecondLine>}
      {toMerchant && <SecondLine isError={paidOutsidePrice === null}>{words("toMerchant")}</SecondLine>}
      {paidOutsidePrice !== null && (
        <SecondLine>
          {words("paidOutside")} <Money fen={paidOutsidePrice} /> {paidOutsideReason}
        </SecondLine>
      )}
      {toWalletPrice !== null && (
        <SecondLine>
          {words("inWallet")} <Money fen={toWalletPrice} /> {toWalletReason}
        </SecondLine>
      )}
    </>
  );
}

const account: readonly Field[] = (["bankType", "bankAccount", "realName"] as const).map((name) => ({
  name,
  label: bundle[name],
  kind: "text",
  needed: true,
}));
const redirectFields = (entered: Record<string, unknown>): readonly Field[] => [
  {
    name: "to",
    label: bundle.to,
    kind: "select",
    needed: true,
    options: [
      { value: "payer", label: bundle.payer },
      { value: "merchant", label: bundle.merchant },
    ],
  },
  ...(entered["to"] === "payer" ? account : []),
];
const outsideFields: readonly Field[] = [
  { name: "amount", label: bundle.amount, kind: "money", needed: true },
  { name: "reason", label: bundle.reason, kind: "longText", needed: true },
];

interface Redirect {
  to: "payer" | "merchant";
  bankType?: string;
  bankAccount?: string;
  realName?: string;
}

/** What the channel can do for a refund that has not ended, and its end by hand or in the wallet. */
export function RefundActs({ row }: { row: ActedOn }) {
  const words = useTexts(bundle);
  const may = useMay();
  const changes = ["/admin-api/pay/", "/admin-api/trade/order/"];
  return (
    <Flex wrap gap="small">
      {(row.status === 0 || row.inDoubt) && <QueryChannel of="refund" id={row.id} />}
      {row.needsMerchant && row.channelRefundNo && may("pay:refund:redirect") && (
        <ActDialog<Redirect>
          size="small"
          label={words("redirect")}
          fields={redirectFields}
          act={(body) => put("/admin-api/pay/refund/redirect", { id: row.id, ...body })}
          changes={changes}
          done={words("redirected")}
        />
      )}
      {row.payableToWallet && may("pay:refund:to-wallet") && (
        <ActDialog<{ reason: string }>
          size="small"
          label={words("wallet")}
          fields={[{ name: "reason", label: bundle.why, kind: "longText", needed: true }]}
          question={() => words("walletQuestion", { amount: yuan(row.refundPrice) })}
          act={(body) => put("/admin-api/pay/refund/to-wallet", { id: row.id, ...body })}
          changes={changes}
          done={words("recorded")}
        />
      )}
      {row.payableOutside && may("pay:refund:pay-outside") && (
        <ActDialog<{ amount: number; reason: string }>
          size="small"
          label={words("outside")}
          fields={outsideFields}
          row={{ amount: row.refundPrice }}
          act={(body) => put("/admin-api/pay/refund/pay-outside", { id: row.id, ...body })}
          changes={changes}
          done={words("recorded")}
        />
      )}
    </Flex>
  );
}
