import { Alert, Flex } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { post, type BodyOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/ActDialog";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  retry: ["Run all of this search now", "立即执行全部搜索结果"],
  hold: ["Keep all of it back", "暂缓全部搜索结果"],
  release: ["Let all of it go", "放行全部搜索结果"],
  cancel: ["Cancel all of it", "取消全部搜索结果"],
  which: [
    "{{total}} jobs are found, those that have ended among them. Only open ones that do not run just now are touched.",
    "共找到 {{total}} 个任务（含已结束的）。仅处理未结束且当前未在执行的任务。",
  ],
  begun: ["It goes on", "操作进行中"],
  progress: ["{{acted}} done, {{skipped}} left as they are.", "已处理 {{acted}} 个，跳过 {{skipped}} 个。"],
  goesOn: ["A job goes on with the rest…", "其余部分正在后台继续…"],
} as const;
const reason: Pair = ["Why? It stands in the audit log", "操作原因，将写入审计日志"];
const acts = ["retry", "hold", "release", "cancel"] as const;
type Which = Omit<BodyOf<"/admin-api/infra/job/act-all", "post">, "act" | "reason">;

/** One act on all jobs of the search that stands in the address; nothing where none is set. */
export function WholeJobs() {
  const words = useTexts(bundle);
  const [search] = useSearchParams();
  const [batchId, setBatchId] = useState<number>();
  const which = Object.fromEntries(
    ["q", "queue", "job", "state"].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  ) as Which;
  const isSet = Object.keys(which).length > 0;
  const found = useRead("/admin-api/infra/job/search", { ...which, pageNo: 1, pageSize: 1 }, { enabled: isSet });
  if (!isSet) return null;
  const total = found.data?.total ?? 0;
  return (
    <>
      <Flex gap={8} wrap style={{ marginBottom: 12 }}>
        {acts.map((act) => (
          <ActDialog<{ reason: string }>
            key={act}
            label={words(act)}
            danger={act === "cancel"}
            disabled={total === 0}
            fields={[{ name: "reason", label: reason, kind: "longText", needed: true, max: 200 }]}
            intro={() => (
              <Alert
                type={act === "cancel" ? "warning" : "info"}
                style={{ marginBottom: 16 }}
                title={words("which", { total: total.toLocaleString() })}
              />
            )}
            act={async ({ reason: why }) =>
              setBatchId((await post("/admin-api/infra/job/act-all", { ...which, act, reason: why })).id)
            }
            changes={["/admin-api/infra/job/", "/admin-api/infra/queue/"]}
            done={words("begun")}
          />
        ))}
      </Flex>
      {batchId !== undefined && <Progress id={batchId} onClose={() => setBatchId(undefined)} />}
    </>
  );
}

function Progress({ id, onClose }: { id: number; onClose: () => void }) {
  const words = useTexts(bundle);
  const everyMs = (last: { running: boolean } | undefined) => (last && !last.running ? false : 2_000);
  const batch = useRead("/admin-api/infra/job/act-status", { id }, { everyMs }).data;
  if (!batch) return null;
  return (
    <Alert
      type={batch.running ? "info" : "success"}
      showIcon
      closable={{ onClose }}
      style={{ marginBottom: 12 }}
      title={`${words("progress", batch)} ${batch.running ? words("goesOn") : ""}`}
    />
  );
}
