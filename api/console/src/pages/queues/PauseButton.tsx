import { put, type BodyOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  pause: ["Pause", "暂停"],
  resume: ["Resume", "恢复"],
  pauseQuestion: ["Pause this queue? Its jobs wait until it is resumed.", "确定暂停？恢复之前该队列的任务将一直等待。"],
  resumeQuestion: ["Resume this queue?", "确定恢复该队列？"],
  paused: ["Queue paused", "队列已暂停"],
  resumed: ["Queue resumed", "队列已恢复"],
} as const;
const base = "/admin-api/infra/queue/";
type Body = BodyOf<"/admin-api/infra/queue/pause", "put">;

interface Props {
  queue: Body & { paused: boolean };
  large?: boolean;
  /** What is asked for at once, if it can be done. */
  asked?: string | null;
}

export function PauseButton({ queue, large = false, asked }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const act = useAct(
    () => (queue.paused ? put(`${base}resume`, { name: queue.name }) : put(`${base}pause`, { name: queue.name })),
    ["/admin-api/infra/", "/admin-api/pay/", "/admin-api/trade/order/"],
    words(queue.paused ? "resumed" : "paused"),
  );
  if (!may("infra:queue:operate")) return null;
  return (
    <ConfirmButton
      asks={asked === (queue.paused ? "resume" : "pause")}
      size={large ? "middle" : "small"}
      loading={act.isPending}
      question={words(queue.paused ? "resumeQuestion" : "pauseQuestion")}
      onConfirm={() => act.mutate(undefined)}
    >
      {words(queue.paused ? "resume" : "pause")}
    </ConfirmButton>
  );
}
