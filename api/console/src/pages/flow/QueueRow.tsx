import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTexts } from "../../texts/texts";
import { bundle } from "./flow.texts";
import { brief, short } from "./picture";
import { Reason, StateDot } from "./Reason";
import { SlotBar } from "./SlotBar";
import type { FlowNode } from "./useFlow";

const figures = ["waiting", "oldest", "slots", "perMinute", "waitP95", "runP95"] as const;

/** The heads of the figures, which each figure repeats where there is no room for columns. */
export function QueueHead() {
  const words = useTexts(bundle);
  return (
    <div className="flow-row flow-head" aria-hidden>
      <span>{words("queue")}</span>
      {figures.map((name) => (
        <span key={name}>{words(name)}</span>
      ))}
    </div>
  );
}

export function QueueRow({ queue }: { queue: FlowNode }) {
  const words = useTexts(bundle);
  const { name, state, figures: known } = queue;
  const { waiting, oldestMs, perMinute, failedPerMinute, waitP95Ms, runP95Ms, deadLetters } = known;
  const jobs = (of: string): string => `/jobs?queue=${name}&state=${of}`;
  const values: Record<(typeof figures)[number], ReactNode> = {
    waiting: waiting ? <Link to={jobs("relayed")}>{short(waiting)}</Link> : (waiting ?? "–"),
    oldest: oldestMs ? brief(oldestMs) : "–",
    slots: <SlotBar figures={known} />,
    perMinute: perMinute === null ? "–" : short(perMinute),
    waitP95: waitP95Ms === null ? "–" : brief(waitP95Ms),
    runP95: runP95Ms === null ? "–" : brief(runP95Ms),
  };
  return (
    <li className={`flow-${state}`} data-flow={queue.id}>
      <div className="flow-row">
        <span className="flow-name">
          <StateDot state={state} />
          <Link to={`/queues/${name}`}>{name}</Link>
        </span>
        {figures.map((figure) => (
          <span key={figure} className="flow-figure">
            <span className="flow-label">{words(figure)} </span>
            {values[figure]}
          </span>
        ))}
      </div>
      <Reason node={queue} />
      {(!!failedPerMinute || !!deadLetters) && (
        <div className="flow-links">
          {!!failedPerMinute && <Link to={jobs("retrying")}>{words("failed", { count: short(failedPerMinute) })}</Link>}
          {!!deadLetters && (
            <Link to={`/dead-letters?queue=${name}&status=0`}>{words("letters", { count: short(deadLetters) })}</Link>
          )}
        </div>
      )}
    </li>
  );
}
