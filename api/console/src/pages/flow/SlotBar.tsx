import type { FlowFigures } from "./picture";

/** The share of slots that are taken, as a bar and in numbers; nothing where it is not known. */
export function SlotBar({ figures: { slots, slotsTaken } }: { figures: FlowFigures }) {
  if (slots === null || slotsTaken === null) return <>–</>;
  const share = slots === 0 ? 0 : Math.min(1, slotsTaken / slots);
  return (
    <span className="flow-slots">
      {`${slotsTaken}/${slots}`}
      <span className="flow-bar" aria-hidden>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </span>
  );
}
