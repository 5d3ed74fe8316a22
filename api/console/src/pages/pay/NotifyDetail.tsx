import { Alert, Skeleton } from "antd";
import { Link } from "react-router";
import { useRead } from "../../client/queries";
import { DeliveryTries } from "../../parts/shown/DeliveryTries";
import { Facts } from "../../parts/shown/Facts";
import { Moment, State } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { MerchantOrder, usePayApps } from "./apps";
import { againWhileOpen, WhyLine } from "../why/WhyLine";
import { Replay } from "./Replay";
import { notifyStates, notifyTypes } from "./pay.states";

const bundle = {
  all: ["All merchant notifications", "全部商户通知"],
  title: ["Merchant notification {{id}}", "商户通知 {{id}}"],
  about: ["Details", "通知信息"],
  type: ["Type", "通知类型"],
  app: ["Payment app", "支付应用"],
  merchantOrderId: ["Order", "商户订单"],
  payOrderId: ["Payment", "支付单"],
  refundId: ["Refund", "退款编号"],
  url: ["Notify URL", "通知地址"],
  tries: ["Attempts", "次数"],
  next: ["Next attempt", "下次通知"],
  made: ["Created", "创建时间"],
} as const;

export function NotifyDetail({ id }: { id: number }) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const { nameOf } = usePayApps();
  const { data, error } = useRead("/admin-api/pay/notify/get-detail", { id }, { everyMs: againWhileOpen });
  const back = { to: "/pay/notifies", label: words("all") };
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
        {may("pay:notify:replay") && !data.why.acts.some(({ act }) => act === "notify.replay") && (
          <Replay id={id} size="medium" />
        )}
      </PageHead>
      <WhyLine why={data.why} />
      <Facts
        title={words("about")}
        facts={[
          [words("type"), of(notifyTypes[data.type])],
          [words("app"), nameOf(data.appId)],
          [words("merchantOrderId"), <MerchantOrder key="order" appId={data.appId} no={data.merchantOrderId} />],
          [
            words("payOrderId"),
            <Link key="pay" to={`/pay/orders/${data.payOrderId}`}>
              {data.payOrderId}
            </Link>,
          ],
          [words("refundId"), data.refundId ?? undefined],
          [words("tries"), `${data.notifyTimes} / ${data.maxNotifyTimes}`],
          [words("made"), <Moment key="made" ms={data.createTime} />],
          [words("next"), data.nextNotifyTime ? <Moment ms={data.nextNotifyTime} /> : undefined],
          [words("url"), data.notifyUrl],
        ]}
      />
      <DeliveryTries of={data} />
    </>
  );
}
