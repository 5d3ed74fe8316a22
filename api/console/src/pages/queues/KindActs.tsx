import type { ButtonProps } from "antd";
import { put } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useConfirmed } from "../../parts/acts/confirmed";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  hold: ["Hold", "暂缓"],
  release: ["Release", "放行"],
  held: ["Its jobs wait until it is released", "放行之前该类任务将一直等待"],
  released: ["Released", "已放行"],
  intro: [
    "Jobs of this kind wait until it is released; others in the queue go on. Queued ones go back to the outbox, those that run are let run.",
    "放行之前该类任务将一直等待，队列中的其他任务照常执行。已入队的退回待入队，正在执行的继续执行完。",
  ],
} as const;
const reason: Pair = ["Reason (recorded in the audit log)", "操作原因，将写入审计日志"];
const changes = ["/admin-api/infra/", "/admin-api/pay/", "/admin-api/trade/order/"];

interface Props extends Pick<ButtonProps, "size"> {
  job: string;
  isHeld: boolean;
}

/** Holds a kind of job, or releases it. */
export function KindAct({ job, isHeld, ...button }: Props) {
  const words = useTexts(bundle);
  const confirmed = useConfirmed();
  const label = words(isHeld ? "release" : "hold");
  return (
    <ActDialog<{ reason: string }>
      {...button}
      label={label}
      heading={`${label}: ${job}`}
      fields={[{ name: "reason", label: reason, kind: "longText", needed: true, max: 200 }]}
      intro={() => !isHeld && <p>{words("intro")}</p>}
      act={(body) =>
        isHeld
          ? put("/admin-api/infra/queue/release-kind", { job, ...body })
          : confirmed((more) => put("/admin-api/infra/queue/hold-kind", { job, ...body, ...more }))
      }
      changes={changes}
      done={words(isHeld ? "released" : "held")}
    />
  );
}
