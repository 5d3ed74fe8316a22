import { Alert, Flex } from "antd";
import { useSearchParams } from "react-router";
import { post, type BodyOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { countText } from "../../parts/lists/countText";
import { idOf } from "../../parts/lists/OfId";
import { useTexts, type Pair } from "../../texts/texts";

const bundle = {
  retry: ["Run all now", "立即执行全部搜索结果"],
  hold: ["Hold all", "暂缓全部搜索结果"],
  release: ["Release all", "放行全部搜索结果"],
  cancel: ["Cancel all", "取消全部搜索结果"],
  which: [
    "Jobs found: {{total}}, including finished ones. Only unfinished jobs that are not running now are affected.",
    "共找到 {{total}} 个任务（含已结束的）。仅处理未结束且当前未在执行的任务。",
  ],
  begun: ["Bulk action started", "操作已开始"],
  close: ["Close", "关闭"],
  goesOn: ["The rest continues in the background…", "其余部分正在后台继续…"],
  retried: ["Run now: {{acted}} done.", "立即执行：已处理 {{acted}} 个。"],
  held: ["Hold: {{acted}} done.", "暂缓：已处理 {{acted}} 个。"],
  released: ["Release: {{acted}} done.", "放行：已处理 {{acted}} 个。"],
  cancelled: ["Cancel: {{acted}} done.", "取消：已处理 {{acted}} 个。"],
  notRetried: [
    "Skipped: {{skipped}} (finished, running, or unknown to this version; replay dead letters on their own page).",
    "跳过 {{skipped}} 个（已结束、正在执行或当前版本未知；死信请在死信页面重放）。",
  ],
  notHeld: ["Skipped: {{skipped}} (finished or running).", "跳过 {{skipped}} 个（已结束或正在执行）。"],
  notReleased: ["Skipped: {{skipped}} (finished or not held).", "跳过 {{skipped}} 个（已结束或未被暂缓）。"],
  notCancelled: [
    "Skipped: {{skipped}} (finished, running, or required for money or goods: these can only be held).",
    "跳过 {{skipped}} 个（已结束、正在执行，或涉及资金或订单：只能暂缓）。",
  ],
} as const;
const reason: Pair = ["Reason (recorded in the audit log)", "操作原因，将写入审计日志"];
const acts = ["retry", "hold", "release", "cancel"] as const;
const outcomes = {
  retry: ["retried", "notRetried"],
  hold: ["held", "notHeld"],
  release: ["released", "notReleased"],
  cancel: ["cancelled", "notCancelled"],
} as const;
/** In the address, so that the batch is still shown after a reload, and can be shared. */
const BATCH = "batch.id";
type Which = Omit<BodyOf<"/admin-api/infra/job/act-all", "post">, "act" | "reason">;

/** An action on all jobs of the search in the address; nothing without a search. */
export function WholeJobs() {
  const words = useTexts(bundle);
  const [search, setSearch] = useSearchParams();
  const kept = search.get("kept");
  const which = {
    ...Object.fromEntries(
      ["q", "queue", "job", "state"].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
    ),
    ...(kept ? { kept: kept === "true" } : {}),
  } as Which;
  const isSet = Object.values(which).some((value) => value !== false);
  const found = useRead(
    "/admin-api/infra/job/search",
    { ...which, pageNo: 1, pageSize: 1 },
    { enabled: isSet, everyMs: 5_000 },
  );
  if (!isSet) return null;
  const total = found.data?.total ?? 0;
  const count = countText(total);
  const show = (id: number) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      next.set(BATCH, String(id));
      return next;
    });
  return (
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
              title={words("which", { total: count })}
            />
          )}
          act={async ({ reason: why }) =>
            show((await post("/admin-api/infra/job/act-all", { ...which, act, reason: why })).id)
          }
          changes={["/admin-api/infra/job/", "/admin-api/infra/queue/"]}
          done={words("begun")}
        />
      ))}
    </Flex>
  );
}

/** The progress of the batch in the address, also for other operators. */
export function BatchProgress() {
  const words = useTexts(bundle);
  const [search, setSearch] = useSearchParams();
  const id = idOf(search.get(BATCH));
  const everyMs = (last: { running: boolean } | undefined) => (last && !last.running ? false : 2_000);
  const { data: batch, error } = useRead(
    "/admin-api/infra/job/act-status",
    { id: id ?? 0 },
    { enabled: id !== undefined, everyMs },
  );
  if (id === undefined || (!batch && !error)) return null;
  const onClose = () =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      next.delete(BATCH);
      return next;
    });
  const bar = {
    showIcon: true,
    closable: { onClose, "aria-label": words("close") },
    style: { marginBottom: 12 },
  } as const;
  if (!batch) return <Alert key={id} {...bar} type="error" title={error?.message} />;
  const [done, left] = outcomes[batch.act];
  const isWhole = !batch.running && batch.skipped === 0;
  return (
    <Alert
      key={id}
      {...bar}
      type={batch.running ? "info" : isWhole ? "success" : "warning"}
      title={[
        words(done, batch),
        batch.skipped > 0 ? words(left, batch) : "",
        batch.running ? words("goesOn") : "",
      ].join(" ")}
    />
  );
}
