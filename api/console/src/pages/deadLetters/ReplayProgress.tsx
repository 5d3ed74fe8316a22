import { Alert, Flex, Progress } from "antd";
import { post, type DataOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Moment } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  running: ["Replaying, started by {{who}}", "正在重放，操作人：{{who}}"],
  rate: ["at most {{rate}} a minute", "每分钟最多 {{rate}} 条"],
  done: ["Replay finished, started by {{who}}", "重放完成，操作人：{{who}}"],
  stopped: ["Replay stopped by {{stopper}}", "重放已由 {{stopper}} 停止"],
  diedAgain: [
    "The replay stopped by itself: its first 20 jobs have all failed again. The cause is still there.",
    "重放已自动停止：前 20 个任务全部再次失败，原因仍未消除。",
  ],
  counts: [
    "{{replayed}} replayed, {{diedAgain}} failed again, {{left}} left",
    "已重放 {{replayed}} 条，再次失败 {{diedAgain}} 条，剩余 {{left}} 条",
  ],
  skipped: ["{{skipped}} skipped, as this version cannot run them", "跳过 {{skipped}} 条（当前版本无法执行）"],
  progress: ["Share of letters replayed", "重放进度"],
  stop: ["Stop", "停止"],
  stopQuestion: [
    "Stop the replay? Letters that are not replayed yet stay open.",
    "停止重放？尚未重放的死信保持待处理。",
  ],
  stopDone: ["Replay stopped", "重放已停止"],
} as const;
const base = "/admin-api/infra/dead-letter/";
export type Replay = DataOf<"/admin-api/infra/dead-letter/replay-status">;

/** The progress of a replay, live while it runs, and how it ended. `first`: what is known of it already. */
export function ReplayProgress({ id, first, onClose }: { id: number; first?: Replay; onClose?: () => void }) {
  const words = useTexts(bundle);
  const may = useMay();
  const read = useRead(`${base}replay-status`, { id }, { everyMs: (last) => (last && !last.running ? false : 2_000) });
  const stop = useAct(() => post(`${base}replay-stop`, { id }), ["/admin-api/infra/"], words("stopDone"));
  const replay = read.data ?? first;
  if (!replay) return null;
  const { replayed, skipped, left, diedAgain, perMinute, end } = replay;
  const who = replay.operatorName ?? `#${replay.operatorId}`;
  const all = replayed + skipped + left;
  const sentences = [
    words("counts", {
      replayed: replayed.toLocaleString(),
      diedAgain: diedAgain.toLocaleString(),
      left: left.toLocaleString(),
    }),
    ...(skipped > 0 ? [words("skipped", { skipped: skipped.toLocaleString() })] : []),
    ...(perMinute !== null ? [words("rate", { rate: perMinute.toLocaleString() })] : []),
  ];
  const types = { done: diedAgain > 0 ? "warning" : "success", stopped: "warning", diedAgain: "error" } as const;
  return (
    <Alert
      type={end === null ? "info" : types[end]}
      showIcon
      {...(onClose ? { closable: { onClose } } : {})}
      style={{ marginBottom: 16 }}
      title={words(end ?? "running", { who, stopper: replay.stopOperatorName ?? who })}
      description={
        <Flex vertical gap={4}>
          <span className="numbers" aria-live="polite">
            {sentences.join(" · ")}
          </span>
          <small style={{ opacity: 0.8 }}>
            <Moment ms={replay.createTime} />
          </small>
          {end === null && (
            <Flex gap={12} align="center" wrap>
              <Progress
                aria-label={words("progress")}
                percent={all === 0 ? 100 : Math.floor(((all - left) / all) * 100)}
                size="small"
                style={{ flex: "1 1 160px", maxWidth: 480 }}
              />
              {may("infra:queue:operate") && (
                <ConfirmButton
                  danger
                  loading={stop.isPending}
                  question={words("stopQuestion")}
                  onConfirm={() => stop.mutate(undefined)}
                >
                  {words("stop")}
                </ConfirmButton>
              )}
            </Flex>
          )}
        </Flex>
      }
    />
  );
}
