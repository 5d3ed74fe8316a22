import { Tag, theme } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import { yuan } from "../../parts/shown/figures";
import type { Entry } from "./entries";

interface Props {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** One line of the search's list. The keys stay with the field. */
export function Option({ id, entry, isActive, onPoint, onOpen }: Props) {
  const { token } = theme.useToken();
  const { title, second, tag, amount, time } = entry;
  const below = [second, time === undefined ? undefined : shopTime(time).format("YYYY-MM-DD HH:mm")].filter(Boolean);
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      style={{
        background: isActive ? token.colorFillSecondary : "transparent",
        borderInlineStartColor: isActive ? token.colorPrimary : "transparent",
      }}
      // Not by entering: a list that grows under a resting pointer must not choose.
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <div className="palette-words">
        <div className="palette-title">{title}</div>
        {below.length > 0 && (
          <div className="palette-second numbers" style={{ color: token.colorTextSecondary }}>
            {below.join(" · ")}
          </div>
        )}
      </div>
      <div className="palette-state">
        {tag && (
          <Tag color={tag[1]} style={{ marginInlineEnd: 0 }}>
            {tag[0]}
          </Tag>
        )}
        {amount !== null && amount !== undefined && <span className="numbers">{yuan(amount)}</span>}
      </div>
    </div>
  );
}
