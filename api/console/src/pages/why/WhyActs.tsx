import { Link } from "react-router";
import { post } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useMay } from "../../shell/operator";
import { useTexts, type Pair } from "../../texts/texts";
import { QueryChannel } from "../pay/QueryChannel";
import { RefundActs } from "../pay/RefundActs";
import { Replay } from "../pay/Replay";
import { JobAct } from "../queues/JobActs";
import { KindAct, UnlimitKind } from "../queues/KindActs";
import { PauseButton } from "../queues/PauseButton";
import type { Why } from "./WhyLine";

type Act = Why["acts"][number];

const bundle = {
  job: ["View job", "查看任务"],
  anomalies: ["View anomalies", "查看支付异常"],
  afterSale: ["View after-sales case", "查看售后单"],
  discard: ["Discard", "丢弃"],
  discarded: ["Discarded", "已丢弃"],
} as const;
const reason: Pair = ["Reason (recorded in the audit log)", "操作原因，将写入审计日志"];

/** What helps, as the buttons and links that the console has for it; what the operator may not do is left out. */
export function WhyActs({ acts }: { acts: readonly Act[] }) {
  const mine = acts.filter(({ may }) => may);
  const refunds = new Set(mine.filter(({ act }) => act.startsWith("refund.")).map(({ id }) => Number(id)));
  return (
    <>
      {mine.map((one) => (
        <OneAct key={`${one.act} ${one.id}`} {...one} />
      ))}
      {[...refunds].map((id) => (
        <RefundActsOf key={id} id={id} />
      ))}
    </>
  );
}

function OneAct({ act, id }: Act) {
  const words = useTexts(bundle);
  switch (act) {
    case "job.retry":
      return <JobAct act="retry" id={Number(id)} name={`o-${id}`} size="small" />;
    case "job.release":
      return <JobAct act="release" id={Number(id)} name={`o-${id}`} size="small" />;
    case "job.cancel":
      return <JobAct act="cancel" id={Number(id)} name={`o-${id}`} size="small" />;
    case "job.view":
      return <Link to={`/jobs?q=o-${id}`}>{words("job")}</Link>;
    case "queue.resume":
      return <PauseButton queue={{ name: id as QueueName, paused: true }} />;
    case "kind.release":
      return <KindAct job={String(id)} isHeld size="small" />;
    case "kind.unlimit":
      return <UnlimitKind job={String(id)} size="small" />;
    case "letter.discard":
      return (
        <ActDialog<{ reason: string }>
          danger
          size="small"
          label={words("discard")}
          fields={[{ name: "reason", label: reason, kind: "longText", needed: true, max: 200 }]}
          act={(body) => post("/admin-api/infra/dead-letter/discard", { id: Number(id), ...body })}
          changes={["/admin-api/infra/", "/admin-api/pay/", "/admin-api/trade/order/"]}
          done={words("discarded")}
        />
      );
    case "payment.query":
      return <QueryChannel of="order" id={Number(id)} />;
    case "notify.replay":
      return <Replay id={Number(id)} size="small" />;
    case "anomaly.view":
      return <Link to={`/pay/anomalies?payOrderId=${id}`}>{words("anomalies")}</Link>;
    case "afterSale.view":
      return <Link to={`/after-sales/${id}`}>{words("afterSale")}</Link>;
    default:
      // A refund's are drawn from its row, an order's by its page.
      return null;
  }
}
type QueueName = Parameters<typeof PauseButton>[0]["queue"]["name"];

/** A refund's acts need its row. */
function RefundActsOf({ id }: { id: number }) {
  const maySee = useMay()("pay:refund:query");
  const { data } = useRead("/admin-api/pay/refund/get-detail", { id }, { enabled: maySee });
  return data ? <RefundActs row={data} /> : null;
}
