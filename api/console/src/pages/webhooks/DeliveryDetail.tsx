import { Alert, Skeleton } from "antd";
import { Link } from "react-router";
import { useRead } from "../../client/queries";
import { PageHead } from "../../parts/PageHead";
import { DeliveryTries } from "../../parts/shown/DeliveryTries";
import { Facts } from "../../parts/shown/Facts";
import { Moment, State } from "../../parts/shown/figures";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { notifyStates } from "../pay/pay.states";
import { ReplayDelivery } from "./ReplayDelivery";
import { webhookEvents } from "./webhook.states";

const bundle = {
  all: ["All webhook deliveries", "全部 Webhook 投递记录"],
  title: ["Webhook delivery {{id}}", "Webhook 投递 {{id}}"],
  about: ["Details", "投递信息"],
  event: ["Event", "事件"],
  eventId: ["webhook-id", "webhook-id"],
  endpoint: ["Endpoint", "端点"],
  url: ["URL", "地址"],
  tries: ["Attempts", "次数"],
  made: ["Created", "创建时间"],
  next: ["Next attempt", "下次投递"],
} as const;

export function DeliveryDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const { data, error } = useRead("/admin-api/infra/webhook-delivery/get-detail", { id });
  const back = { to: "/webhooks/deliveries", label: words("all") };
  if (!data)
    return (
      <>
        <PageHead title={words("title", { id })} back={back} />
        {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active />}
      </>
    );
  return (
    <>
      <PageHead title={words("title", { id })} back={back} beside={<State of={notifyStates} value={data.status} />}>
        {may("infra:webhook:replay") && <ReplayDelivery id={id} size="medium" />}
      </PageHead>
      <Facts
        title={words("about")}
        facts={[
          [words("event"), `${data.event}: ${of(webhookEvents[data.event])}`],
          [words("eventId"), data.eventId],
          [
            words("endpoint"),
            <Link key="endpoint" to={`/webhooks/deliveries?endpointId=${data.endpointId}`}>
              {data.endpointId}
            </Link>,
          ],
          [words("tries"), `${data.tries} / ${data.maxTries}`],
          [words("made"), <Moment key="made" ms={data.createTime} />],
          [words("next"), data.nextTryTime ? <Moment ms={data.nextTryTime} /> : undefined],
          [words("url"), data.url],
        ]}
      />
      <DeliveryTries of={data} />
    </>
  );
}
