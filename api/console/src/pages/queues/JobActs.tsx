import { Space, type ButtonProps } from "antd";
import { post } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useTexts, type Pair } from "../../texts/texts";
import { isOpen, type Job } from "./job.states";

const bundle = {
  retry: ["Run now", "立即执行"],
  hold: ["Hold", "暂缓"],
  release: ["Release", "放行"],
  cancel: ["Cancel job", "取消任务"],
  done: ["Done", "操作成功"],
} as const;
const reason: Pair = ["Reason (recorded in the audit log)", "操作原因，将写入审计日志"];
type Act = "retry" | "hold" | "release" | "cancel";

/** The actions that its state allows; the API gives the reason when it refuses one. */
function actsOf(job: Job): Act[] {
  if (job.state === "dead") return ["retry"];
  if (!isOpen(job) || job.state === "running") return [];
  if (job.hold) return ["release", "cancel"];
  if (job.inTurn) return ["hold", "cancel"];
  return job.state === "unknown" ? ["hold", "cancel"] : ["retry", "hold", "cancel"];
}

/** The operator's actions on one job, each with a reason; those that help stand out. */
export function JobActs({ job, helps }: { job: Job; helps: (act: Act) => boolean }) {
  return (
    <Space wrap>
      {actsOf(job).map((act) => (
        <JobAct
          key={act}
          act={act}
          id={job.id}
          name={`${job.job} ${job.jobId}`}
          size="small"
          type={helps(act) ? "primary" : "default"}
        />
      ))}
    </Space>
  );
}

interface OneAct extends Pick<ButtonProps, "size" | "type"> {
  act: Act;
  id: number;
  /** In the dialog's title. */
  name: string;
}

/** One of them. */
export function JobAct({ act, id, name, ...button }: OneAct) {
  const words = useTexts(bundle);
  return (
    <ActDialog<{ reason: string }>
      {...button}
      label={words(act)}
      heading={`${words(act)}: ${name}`}
      danger={act === "cancel"}
      fields={[{ name: "reason", label: reason, kind: "longText", needed: true, max: 200 }]}
      act={({ reason: why }) => post("/admin-api/infra/job/act", { act, id, reason: why })}
      changes={["/admin-api/infra/", "/admin-api/pay/", "/admin-api/trade/order/"]}
      done={words("done")}
    />
  );
}
