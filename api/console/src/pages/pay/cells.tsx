import type { RowOf } from "../../client/client";
import { State, type States } from "../../parts/shown/figures";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useLanguage } from "../../texts/texts";
import { refundKinds } from "./pay.states";

interface Row {
  status: number;
  channelErrorCode: string | null;
  channelErrorMsg: string | null;
}

/** A status, with the channel's error below it if there is one. */
export const StateWithError = ({ of, row }: { of: States; row: Row }) => (
  <>
    <State of={of} value={row.status} />
    {row.channelErrorCode && (
      <SecondLine isError>
        {row.channelErrorCode} {row.channelErrorMsg}
      </SecondLine>
    )}
  </>
);

/** A number of the shop, with the channel's number for the same below it. */
export const WithReference = ({ no, reference }: { no: string | null; reference: string | null }) => (
  <>
    {no ?? "–"}
    {reference && <SecondLine>{reference}</SecondLine>}
  </>
);

/** Why a refund was made: its reason, with its kind below it. */
export function ReasonAndKind({ reason, kind }: Pick<RowOf<"/admin-api/pay/refund/page">, "reason" | "kind">) {
  const { of } = useLanguage();
  return (
    <div style={{ maxWidth: 200, overflowWrap: "anywhere" }}>
      {reason}
      <SecondLine>{of(refundKinds[kind])}</SecondLine>
    </div>
  );
}
