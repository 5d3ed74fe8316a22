import { Alert, App, Button, Form, Input, Modal, Space } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { get, put, type DataOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { Money, State } from "../../parts/shown/figures";
import { Goods } from "../../parts/shown/Goods";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { mayLeave } from "./leaves";
import { orderStates } from "./order.states";

const bundle = {
  open: ["Pick-up by code", "自提核销"],
  code: ["Pick-up code", "自提码"],
  find: ["Find", "查找"],
  needed: ["This field is required", "请填写"],
  handOver: ["Confirm pick-up", "确认核销"],
  done: ["Picked up", "核销成功"],
  close: ["Close", "关闭"],
} as const;

type Order = DataOf<"/admin-api/trade/order/get-by-pick-up-verify-code">;

/** Pick-up at the counter: the member's code, its order, and the hand-over of the goods. */
export function PickUpByCode() {
  const words = useTexts(bundle);
  const may = useMay();
  const { notification } = App.useApp();
  const [open, setOpen] = useState(false);
  const [order, setOrder] = useState<Order>();
  const [busy, setBusy] = useState(false);
  const take = useAct(
    async (pickUpVerifyCode: string) => {
      await put("/admin-api/trade/order/pick-up-by-verify-code", { pickUpVerifyCode });
      setOrder(undefined);
      setOpen(false);
    },
    ["/admin-api/trade/order/", "/admin-api/statistics/"],
    words("done"),
  );
  const find = async ({ code }: { code: string }) => {
    setBusy(true);
    setOrder(undefined);
    try {
      setOrder(await get("/admin-api/trade/order/get-by-pick-up-verify-code", { pickUpVerifyCode: code.trim() }));
    } catch (error) {
      notification.error({ title: (error as Error).message });
    } finally {
      setBusy(false);
    }
  };
  if (!may("trade:order:pick-up") || !may("trade:order:query")) return null;
  const code = order?.pickUpVerifyCode;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words("open")}</Button>
      <Modal
        title={words("open")}
        open={open}
        onCancel={() => setOpen(false)}
        destroyOnHidden
        afterClose={() => setOrder(undefined)}
        footer={
          <Space>
            <Button onClick={() => setOpen(false)}>{words("close")}</Button>
            {code && mayLeave(order) && (
              <Button type="primary" loading={take.isPending} onClick={() => take.mutate(code)}>
                {words("handOver")}
              </Button>
            )}
          </Space>
        }
      >
        <Form<{ code: string }> layout="inline" onFinish={find} style={{ margin: "12px 0", rowGap: 8 }}>
          <Form.Item name="code" label={words("code")} rules={[{ required: true, message: words("needed") }]}>
            <Input inputMode="numeric" autoComplete="off" autoFocus style={{ width: 180 }} />
          </Form.Item>
          <Button htmlType="submit" loading={busy}>
            {words("find")}
          </Button>
        </Form>
        {order && (
          <Alert
            type={mayLeave(order) ? "success" : "warning"}
            title={
              <Space wrap>
                <Link to={`/orders/${order.id}`}>{order.no}</Link>
                <State of={orderStates} value={order.status} />
                <Money fen={order.payPrice} />
                {order.receiverName} {order.receiverMobile}
              </Space>
            }
            description={
              <Space orientation="vertical">
                {order.items.map((item) => (
                  <Goods key={item.id} {...item} />
                ))}
              </Space>
            }
          />
        )}
      </Modal>
    </>
  );
}
