import type { ButtonProps } from "antd";
import { put } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useConfirmed } from "../../parts/acts/confirmed";
import type { Field } from "../../parts/fields/fields";
import { useTexts } from "../../texts/texts";

const bundle = {
  hold: ["Hold", "暂缓"],
  release: ["Release", "放行"],
  held: ["Its jobs wait until it is released", "放行之前该类任务将一直等待"],
  released: ["Released", "已放行"],
  intro: [
    "Jobs of this kind wait until it is released; others in the queue go on. Queued ones go back to the outbox, those that run are let run.",
    "放行之前该类任务将一直等待，队列中的其他任务照常执行。已入队的退回待入队，正在执行的继续执行完。",
  ],
  limit: ["Limit", "限速"],
  limited: ["Limited. The others wait their turn.", "已限速，其余依次等待"],
  limitIntro: [
    "So many jobs of this kind start in a minute, over all workers; the others wait their turn, the oldest first. Others in the queue go on.",
    "所有工作进程合计，该类任务每分钟最多开始这么多个；其余按先后依次等待，队列中的其他任务照常执行。",
  ],
  unlimit: ["End limit", "取消限速"],
  unlimited: ["No longer limited", "已取消限速"],
  unlimitIntro: ["What waits its turn goes on at once.", "正在等待的任务将立即继续。"],
} as const;
const reason: Field = {
  name: "reason",
  label: ["Reason (recorded in the audit log)", "操作原因，将写入审计日志"],
  kind: "longText",
  needed: true,
  max: 200,
};
const perMinute: Field = {
  name: "perMinute",
  label: ["Jobs per minute", "每分钟任务数"],
  kind: "number",
  needed: true,
  min: 1,
  max: 6_000,
  hint: ["1 to 6,000", "1 到 6,000"],
};
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
      fields={[reason]}
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

interface LimitProps extends Pick<ButtonProps, "size"> {
  job: string;
}

/** Limits how many jobs of a kind start in a minute, or changes that. */
export function LimitKind({ job, now, ...button }: LimitProps & { now: number | null }) {
  const words = useTexts(bundle);
  const confirmed = useConfirmed();
  return (
    <ActDialog<{ perMinute: number; reason: string }>
      {...button}
      label={words("limit")}
      heading={`${words("limit")}: ${job}`}
      fields={[perMinute, reason]}
      {...(now === null ? {} : { row: { perMinute: now } })}
      intro={() => <p>{words("limitIntro")}</p>}
      act={(body) => confirmed((more) => put("/admin-api/infra/queue/limit-kind", { job, ...body, ...more }))}
      changes={changes}
      done={words("limited")}
    />
  );
}

/** Ends the limit of a kind of job. */
export function UnlimitKind({ job, ...button }: LimitProps) {
  const words = useTexts(bundle);
  return (
    <ActDialog<{ reason: string }>
      {...button}
      label={words("unlimit")}
      heading={`${words("unlimit")}: ${job}`}
      fields={[reason]}
      intro={() => <p>{words("unlimitIntro")}</p>}
      act={(body) => put("/admin-api/infra/queue/unlimit-kind", { job, ...body })}
      changes={changes}
      done={words("unlimited")}
    />
  );
}
