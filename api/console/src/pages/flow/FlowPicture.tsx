import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { queueGroups } from "../queues/queue.states";
import { FlowLines } from "./FlowLines";
import { bundle } from "./flow.texts";
import {
  brief,
  handedTo,
  linesOf,
  pageOf,
  pictureOf,
  short,
  takenBy,
  type FlowFigures,
  type QueueGroup,
} from "./picture";
import { QueueRow, QueueHead } from "./QueueRow";
import { Reason, StateDot } from "./Reason";
import { SlotBar } from "./SlotBar";
import type { Flow, FlowNode } from "./useFlow";

/** From the left: who puts work into the outbox, the outbox, the queues, who takes them, and who is called. */
export function FlowPicture({ flow }: { flow: Flow }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const { fronts, outbox, groups, workers, outside, off } = pictureOf(flow);
  const groupName = (name: string): string => of(queueGroups[name] ?? [name, name]);
  return (
    <div className="flow-columns">
      <FlowLines lines={linesOf(flow)} />
      <section className="flow-column" aria-label={words("fronts")}>
        <h2>{words("fronts")}</h2>
        {fronts.map((node) => (
          <Box key={node.id} node={node}>
            <Rate figures={node.figures} />
          </Box>
        ))}
      </section>
      <section className="flow-column" aria-label={words("outbox")}>
        <h2>{words("outbox")}</h2>
        {outbox && <OutboxBox node={outbox} />}
      </section>
      <section className="flow-column flow-queues" aria-label={words("queues")}>
        <h2>{words("queues")}</h2>
        <QueueGroups groups={groups} handed={(group) => handedTo(flow, group)} />
      </section>
      <section className="flow-column" aria-label={words("workers")}>
        <h2>{words("workers")}</h2>
        {workers.length === 0 && <p className="flow-quiet">{words("noProcess")}</p>}
        {workers.map((worker) => (
          <Box key={worker.id} node={worker}>
            <SlotBar figures={worker.figures} />
            <ul className="flow-taken">
              {takenBy(flow, worker).map(({ group, perMinute, runP95Ms, isBound }) => (
                <li key={group}>
                  <span>{groupName(group)}</span>
                  {perMinute !== null && <span>{words("rate", { count: short(perMinute) })}</span>}
                  {runP95Ms !== null && <span>{words(isBound ? "p95AtMost" : "p95", { time: brief(runP95Ms) })}</span>}
                </li>
              ))}
            </ul>
          </Box>
        ))}
      </section>
      <section className="flow-column" aria-label={words("outside")}>
        <h2>{words("outside")}</h2>
        {outside.map(({ name, queues }) => (
          <div key={name} className="flow-box" data-flow={`outside:${name}`}>
            <h3>{groupName(name)}</h3>
            <ul>
              {queues.map((node) => (
                <OutsideRow key={node.id} node={node} />
              ))}
            </ul>
          </div>
        ))}
        {off.length > 0 && (
          <p className="flow-quiet">{words("off", { names: off.map(({ name }) => name).join(", ") })}</p>
        )}
      </section>
    </div>
  );
}

interface Grouped {
  groups: QueueGroup[];
  /** Jobs a minute that come from the outbox; null: not known. */
  handed?: (group: QueueGroup) => number | null;
}

/** The queues, a box for each group of workers. */
export function QueueGroups({ groups, handed }: Grouped) {
  const { of } = useLanguage();
  const words = useTexts(bundle);
  return (
    <>
      <QueueHead />
      {groups.map((group) => {
        const { name, queues } = group;
        const rate = handed?.(group) ?? null;
        return (
          <div key={name} className="flow-box" data-flow={`group:${name}`}>
            <h3 className="flow-group">
              <span>{of(queueGroups[name] ?? [name, name])}</span>
              {rate !== null && <span className="flow-handed">{words("handed", { count: short(rate) })}</span>}
            </h3>
            <ul>
              {queues.map((queue) => (
                <QueueRow key={queue.id} queue={queue} />
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

/** A process. */
function Box({ node, children }: { node: FlowNode; children?: ReactNode }) {
  const may = useMay();
  return (
    <div className={`flow-box flow-${node.state}`} data-flow={node.id}>
      <StateDot state={node.state} />
      <Link to={pageOf(node, may)}>{node.name}</Link>
      {node.host && <div className="flow-quiet">{node.host}</div>}
      <Reason node={node} />
      {children}
    </div>
  );
}

function OutboxBox({ node }: { node: FlowNode }) {
  const words = useTexts(bundle);
  const { overdue, kept } = node.figures;
  return (
    <div className={`flow-box flow-${node.state}`} data-flow={node.id}>
      <StateDot state={node.state} />
      <Link to="/jobs">{words("outbox")}</Link>
      <Reason node={node} />
      {!!overdue && <div>{words("late", { count: short(overdue) })}</div>}
      {!!kept && (
        <div>
          <Link to="/jobs?kept=true">{words("held", { count: short(kept) })}</Link>
        </div>
      )}
    </div>
  );
}

function OutsideRow({ node }: { node: FlowNode }) {
  const words = useTexts(bundle);
  const may = useMay();
  return (
    <li className={`flow-${node.state}`}>
      <StateDot state={node.state} />
      <Link to={pageOf(node, may)}>{node.kind === "merchants" ? words("merchants") : node.name}</Link>
      <Rate figures={node.figures} />
      <Reason node={node} />
    </li>
  );
}

/** How much goes through, and how long it takes; nothing where it is not known. */
function Rate({ figures: { perMinute, runP95Ms } }: { figures: FlowFigures }) {
  const words = useTexts(bundle);
  if (perMinute === null) return null;
  return (
    <div className="flow-rate">
      <span>{words("rate", { count: short(perMinute) })}</span>
      {runP95Ms !== null && <span>{words("p95", { time: brief(runP95Ms) })}</span>}
    </div>
  );
}
