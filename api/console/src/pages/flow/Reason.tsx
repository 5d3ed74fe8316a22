import { useLanguage, useTexts } from "../../texts/texts";
import { bundle } from "./flow.texts";
import type { FlowNode } from "./useFlow";

/** The state as a colour, and as a word for those who do not see it. */
export function StateDot({ state }: { state: FlowNode["state"] }) {
  const words = useTexts(bundle);
  return state === "off" ? null : (
    <span className="flow-dot">
      <span className="flow-hidden">{words(state)}</span>
    </span>
  );
}

/** Why a node is not well. */
export function Reason({ node: { reason } }: { node: FlowNode }) {
  const { of } = useLanguage();
  return reason && <div className="flow-reason">{of([reason.en, reason.zh])}</div>;
}
