import { Flex, Tag } from "antd";
import { shopTime } from "../../parts/shown/shopTime";
import type { ReactNode } from "react";
import { put } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { useConfirmed } from "../../parts/acts/confirmed";
import { bytesText } from "../../parts/shown/bytes";
import { Moment, span } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { QueueSeats } from "./QueueSeats";
import { changes, type Process } from "./useProcesses";
import { bundle } from "./workers.texts";

const titleOf = ({ kind, pid }: Process): string => `${kind === "api" ? "API" : kind} ${pid}`;

/** One process: what it is, how it does, and what it is asked to do. */
export function ProcessCard({ process, version }: { process: Process; version: ReactNode }) {
  const words = useTexts(bundle);
  const { alive, drain, queues, slots, slotsTaken, rss, heap, heapLimit, loopDelayMs } = process;
  const figures: [name: keyof typeof bundle & string, value: ReactNode][] = [
    ...(process.kind === "worker" ? [["slots", `${slotsTaken} / ${slots}`] satisfies [string, string]] : []),
    ["memory", bytesText(rss)],
    ["heap", heap === null ? "–" : words("heapOf", { heap: bytesText(heap), limit: bytesText(heapLimit) })],
    ["delay", span(loopDelayMs)],
    ["report", words("ago", { age: span(Math.max(0, process.silentMs)) })],
    ["since", <Moment key="since" ms={process.startTime} />],
  ] as [keyof typeof bundle & string, ReactNode][];
  return (
    <article className="process" aria-label={titleOf(process)} data-process={process.id}>
      <Flex justify="space-between" gap={8} wrap align="center">
        <Flex gap="4px 8px" wrap align="center">
          <strong>{titleOf(process)}</strong>
          <span className="process-host">{process.host}</span>
          {version}
          <StateTag process={process} />
        </Flex>
        {alive && !drain && <DrainButton process={process} />}
      </Flex>
      {!alive && (
        <p className="process-words">
          {words("lastWords", { age: span(process.silentMs) })}{" "}
          {process.troubles.length > 0 ? process.troubles.join("; ") : words("noTrouble")}
        </p>
      )}
      {alive && process.troubles.length > 0 && <p className="process-words">{process.troubles.join("; ")}</p>}
      <dl className="process-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{words(name)}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      {queues.length > 0 && <QueueSeats process={process} title={titleOf(process)} />}
    </article>
  );
}

function StateTag({ process: { alive, drain, troubles } }: { process: Process }) {
  const words = useTexts(bundle);
  if (drain) {
    const asked = { name: drain.operatorName ?? words("somebody"), time: shopTime(drain.time).format("HH:mm:ss") };
    return (
      <Tag color={alive ? "warning" : "error"} className="process-state">
        {words(alive ? "askedBy" : "wasAsked", asked)}
      </Tag>
    );
  }
  if (!alive) return <Tag color="error">{words("lost")}</Tag>;
  return troubles.length > 0 ? (
    <Tag color="error">{words("unwell")}</Tag>
  ) : (
    <Tag color="success">{words("running")}</Tag>
  );
}

function DrainButton({ process }: { process: Process }) {
  const words = useTexts(bundle);
  const may = useMay();
  const confirmed = useConfirmed();
  const drain = useAct(
    () => confirmed((more) => put("/admin-api/infra/process/drain", { id: process.id, ...more })),
    changes,
    words("drained"),
  );
  if (!may("infra:queue:operate")) return null;
  return (
    <ConfirmButton
      danger
      loading={drain.isPending}
      question={words("drainQuestion", { process: titleOf(process) })}
      onConfirm={() => drain.mutate(undefined)}
    >
      {words("drain")}
    </ConfirmButton>
  );
}
