import { useState } from "preact/hooks";
import { Choices, Field, Form, Refusal } from "../parts/forms";
import { Facts, Page, Show, yuan } from "../parts/pieces";
import { moment, say } from "../language";
import { AfterSaleStatus, AfterSaleWay } from "../shop.states";
import { go } from "../router";
import { shop, watchOrder, type Got } from "../shop";
import { useAct, useLoad } from "../useLoad";

type Item = Got<"/app-api/trade/order/getOrderDetail">["items"][number];

/** An application for the money of one item, with or without the goods back. */
export function RefundPage({ orderId, itemId }: { orderId: number; itemId: number }) {
  const read = useLoad(`refund ${itemId}`, async () => {
    const [{ items }, lists] = await Promise.all([
      shop().get("/app-api/trade/order/getOrderDetail", { id: orderId }),
      shop().get("/app-api/trade/config/get"),
    ]);
    return { item: items.find(({ id }) => id === itemId), lists };
  });
  return (
    <Page title={say("Ask for a refund", "申请售后")}>
      <Show of={read}>{({ item, lists }) => item && <Application item={item} lists={lists} />}</Show>
    </Page>
  );
}

function Application({ item, lists }: { item: Item; lists: Got<"/app-api/trade/config/get"> }) {
  const [way, setWay] = useState<10 | 20>(AfterSaleWay.refundOnly);
  const reasons = way === AfterSaleWay.refundOnly ? lists.afterSaleRefundReasons : lists.afterSaleReturnReasons;
  return (
    <Form
      fields={["applyReason", "refundPrice", "applyDescription"]}
      submit={say("Apply", "提交申请")}
      send={async (valueOf) => {
        const id = await shop().post("/app-api/trade/after-sale/create", {
          orderItemId: item.id,
          way,
          refundPrice: Math.round(Number(valueOf("refundPrice")) * 100),
          applyReason: valueOf("applyReason"),
          applyDescription: valueOf("applyDescription"),
        });
        go(`/after-sale/${id}`, true);
      }}
    >
      <b>{item.spuName}</b>
      <Choices
        label={say("What do you want?", "售后方式")}
        chosen={way}
        choose={setWay}
        options={[
          [AfterSaleWay.refundOnly, say("My money back", "仅退款")],
          [AfterSaleWay.returnGoods, say("To send it back for my money", "退货退款")],
        ]}
      />
      <Field name="applyReason" label={say("Reason", "原因")}>
        {(given) => (
          <select {...given} key={way}>
            {reasons.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </Field>
      <Field
        name="refundPrice"
        label={say("Amount in yuan, at most {sum}", "退款金额（元），最多 {sum}", { sum: yuan(item.payPrice) })}
        input={{ inputMode: "decimal", defaultValue: (item.payPrice / 100).toFixed(2) }}
      />
      <Field name="applyDescription" label={say("More about it", "补充说明")}>
        {(given) => <textarea {...given} rows={3} />}
      </Field>
    </Form>
  );
}

const afterSaleText = (status: number): string => {
  const texts: Record<number, string> = {
    [AfterSaleStatus.applied]: say("The shop looks at it", "等待商家处理"),
    [AfterSaleStatus.agreed]: say("Agreed: send it back", "商家已同意，请寄回商品"),
    [AfterSaleStatus.goodsSent]: say("The shop waits for the parcel", "等待商家收货"),
    [AfterSaleStatus.refunding]: say("The money is on its way", "退款中"),
    [AfterSaleStatus.refunded]: say("Refunded", "已退款"),
  };
  return texts[status] ?? say("Ended", "已结束");
};

export function AfterSalePage({ id }: { id: number }) {
  const sale = useLoad(`after-sale ${id}`, () => shop().get("/app-api/trade/after-sale/get", { id }), 2_000);
  const { busy, error, act } = useAct();
  const take = () =>
    void act(async () => {
      await shop().post("/app-api/trade/after-sale/cancel", { id });
      sale.again();
    });
  const { data } = sale;
  if (data) watchOrder(data.orderId);
  return (
    <Page title={say("After-sale", "售后详情")}>
      <Show of={sale}>
        {(one) => (
          <section>
            <div role="status">
              <h2>{afterSaleText(one.status)}</h2>
            </div>
            <Facts
              rows={[
                [say("Product", "商品"), one.spuName],
                [say("Amount", "金额"), yuan(one.refundPrice)],
                [say("Reason", "原因"), one.applyReason],
                [say("Applied", "申请时间"), moment(one.createTime)],
                one.refundTime !== null && [say("Refunded at", "退款时间"), moment(one.refundTime)],
              ]}
            />
            {one.status === AfterSaleStatus.applied && (
              <button type="button" class="plain" disabled={busy} onClick={take}>
                {say("Take it back", "撤销申请")}
              </button>
            )}
          </section>
        )}
      </Show>
      {data?.status === AfterSaleStatus.agreed && <SendBack id={id} sent={sale.again} />}
      <Refusal error={error} />
    </Page>
  );
}

function SendBack({ id, sent }: { id: number; sent: () => void }) {
  const companies = useLoad("companies", () => shop().get("/app-api/trade/delivery/express/getDeliveryExpressList"));
  return (
    <Form
      fields={["logisticsId", "logisticsNo"]}
      submit={say("I have sent it", "已寄出")}
      send={async (valueOf) => {
        await shop().post("/app-api/trade/after-sale/delivery", {
          id,
          logisticsId: Number(valueOf("logisticsId")),
          logisticsNo: valueOf("logisticsNo"),
        });
        sent();
      }}
    >
      <Field name="logisticsId" label={say("Courier", "快递公司")}>
        {(given) => (
          <select {...given}>
            {companies.data?.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="logisticsNo" label={say("Parcel number", "快递单号")} />
    </Form>
  );
}
