import { Tag, Tooltip } from "antd";
import type { RowOf } from "../../client/client";
import { useLanguage, type Pair } from "../../texts/texts";
import type { Colour } from "./figures";

type Job = RowOf<"/admin-api/infra/job/search">;

export const jobStates: Record<Job["state"], readonly [words: Pair, colour: Colour]> = {
  held: [["Scheduled", "未到时间"], "default"],
  waiting: [["Waiting", "待入队"], "processing"],
  relayed: [["Queued", "已入队"], "processing"],
  running: [["Running", "执行中"], "processing"],
  retrying: [["Retrying", "等待重试"], "warning"],
  unknown: [["Unknown", "当前版本未知"], "error"],
  done: [["Done", "已完成"], "success"],
  dead: [["Dead", "死信"], "error"],
  cancelled: [["Cancelled", "已取消"], "default"],
};
/** Held by an operator, whatever its time. */
const heldState: readonly [words: Pair, colour: Colour] = [["Held", "已暂缓"], "warning"];

/** Due, but its kind is limited to a rate. */
const turnState: readonly [words: Pair, colour: Colour] = [["Waits its turn", "依次等待"], "processing"];

interface JobStateProps {
  job: Pick<Job, "state" | "hold" | "inTurn">;
  /** Set where the operator is not known. */
  isKept?: boolean;
}

export function JobState({ job: { state, hold, inTurn }, isKept = hold !== null }: JobStateProps) {
  const { of } = useLanguage();
  const [words, colour] = isKept ? heldState : inTurn ? turnState : jobStates[state];
  const tag = <Tag color={colour}>{of(words)}</Tag>;
  return hold ? <Tooltip title={`${hold.operatorName}: ${hold.reason}`}>{tag}</Tooltip> : tag;
}
