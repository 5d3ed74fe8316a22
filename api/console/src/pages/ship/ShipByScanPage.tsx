import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Card, Flex, Input, Select, Space, Table, Typography, type InputRef } from "antd";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useRead } from "../../client/queries";
import { PageHead } from "../../parts/PageHead";
import { Moment } from "../../parts/shown/figures";
import { Goods } from "../../parts/shown/Goods";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { makeScans, type ScannedOrder } from "./scans";
import { soundFault, soundWell } from "./tones";

const bundle = {
  title: ["Ship by scan", "扫码发货"],
  byFile: ["From a file", "文件导入发货"],
  scanOrder: ["Scan the order number", "请扫描订单号"],
  scanParcel: ["Scan the tracking number", "请扫描快递单号"],
  carrier: ["Carrier", "快递公司"],
  byNumber: ["Recognised by the number", "按单号识别"],
  which: [
    "{{number}} fits several carriers. Choose one, or type its number and Enter:",
    "{{number}} 可能属于多家快递公司，请选择，或输入序号后回车：",
  ],
  drop: ["Another order (Esc)", "换一单（Esc）"],
  shipped: ["Shipped here: {{count}}", "本次已发货：{{count}}"],
  none: ["Nothing shipped yet", "尚未发货"],
  order: ["Order no.", "订单号"],
  receiver: ["Recipient", "收货人"],
  number: ["Tracking number", "快递单号"],
  time: ["Time", "时间"],
  remark: ["Buyer's note", "买家留言"],
  note: ["Merchant's note", "商家备注"],
} as const;

/** A packing table's page: a scanner, one field, and what it says by eye and ear. */
export function ShipByScanPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const client = useQueryClient();
  const field = useRef<InputRef>(null);
  const [text, setText] = useState("");
  const [scans] = useState(() =>
    makeScans({
      onFault: soundFault,
      onShipped: () => {
        soundWell();
        void client.invalidateQueries({
          predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/admin-api/trade/order/"),
        });
      },
    }),
  );
  const { order, unclear, carrier, fault, isBusy, shipped } = useSyncExternalStore(scans.listen, scans.state);
  const companies =
    useRead(
      "/admin-api/trade/delivery/express/page",
      { status: 0, pageSize: 100 },
      { enabled: may("trade:delivery-express:query") },
    ).data?.list ?? [];
  const focus = () => field.current?.focus();
  // After the heading, which takes the focus of a page that opens.
  useEffect(() => {
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [order, unclear]);
  const label = words(order ? "scanParcel" : "scanOrder");
  return (
    <>
      <PageHead title={words("title")}>
        <Link to="/ship/file">
          <Button tabIndex={-1}>{words("byFile")}</Button>
        </Link>
      </PageHead>
      <Flex vertical gap={12}>
        <Card size="small">
          <Flex wrap gap={12} align="center">
            <Input
              ref={field}
              size="large"
              aria-label={label}
              placeholder={label}
              autoComplete="off"
              value={text}
              maxLength={64}
              style={{ flex: "1 1 320px", minWidth: 0 }}
              onChange={({ target }) => setText(target.value)}
              onPressEnter={() => {
                scans.enter(text);
                setText("");
              }}
              onKeyDown={({ key }) => {
                if (key === "Escape") scans.drop();
              }}
            />
            {companies.length > 0 && (
              <Select
                aria-label={words("carrier")}
                size="large"
                style={{ flex: "0 1 280px", minWidth: 160 }}
                value={carrier?.id ?? 0}
                options={[
                  { value: 0, label: words("byNumber") },
                  ...companies.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(id: number) => {
                  scans.useCarrier(companies.find((one) => one.id === id));
                  requestAnimationFrame(focus);
                }}
              />
            )}
          </Flex>
        </Card>
        {fault && <Alert type="error" showIcon title={typeof fault === "string" ? fault : of(fault)} />}
        {order && (
          <Card
            size="small"
            loading={isBusy && !unclear}
            title={
              <Space wrap>
                <Link to={`/orders/${order.id}`} className="numbers">
                  {order.no}
                </Link>
                {order.receiverName} {order.receiverMobile}
              </Space>
            }
            extra={
              <Button
                size="small"
                onClick={() => {
                  scans.drop();
                  focus();
                }}
              >
                {words("drop")}
              </Button>
            }
          >
            <Flex vertical gap={12}>
              {unclear && (
                <Flex vertical gap={8} role="group" aria-label={words("carrier")}>
                  {words("which", { number: unclear.logisticsNo })}
                  <Flex wrap gap={8}>
                    {unclear.carriers.slice(0, 9).map((one, at) => (
                      <Button key={one.id} onClick={() => scans.choose(one)}>
                        {at + 1} {one.name}
                      </Button>
                    ))}
                  </Flex>
                </Flex>
              )}
              <OrderToPack order={order} />
            </Flex>
          </Card>
        )}
        <Card size="small" title={words("shipped", { count: shipped.length })}>
          <Table
            size="small"
            rowKey={({ order: one }) => one.id}
            dataSource={[...shipped]}
            pagination={shipped.length > 20 ? { pageSize: 20 } : false}
            locale={{ emptyText: words("none") }}
            scroll={{ x: "max-content" }}
            columns={[
              {
                title: words("order"),
                render: (_, { order: one }) => (
                  <Link to={`/orders/${one.id}`} className="numbers">
                    {one.no}
                  </Link>
                ),
              },
              { title: words("receiver"), render: (_, { order: one }) => one.receiverName },
              { title: words("carrier"), render: (_, { carrier: one }) => one.name },
              {
                title: words("number"),
                render: (_, { logisticsNo }) => <span className="numbers">{logisticsNo}</span>,
              },
              { title: words("time"), render: (_, { at }) => <Moment ms={at} /> },
            ]}
          />
        </Card>
      </Flex>
    </>
  );
}

/** What goes into the parcel, and what its buyer and the shop said of it. */
function OrderToPack({ order }: { order: ScannedOrder }) {
  const words = useTexts(bundle);
  return (
    <>
      <Typography.Text>
        {order.receiverAreaName} {order.receiverDetailAddress}
      </Typography.Text>
      <Flex wrap gap={16}>
        {order.items.map((item) => (
          <Goods key={item.id} {...item} />
        ))}
      </Flex>
      {order.userRemark && (
        <Typography.Text type="warning">
          {words("remark")}: {order.userRemark}
        </Typography.Text>
      )}
      {order.remark && (
        <Typography.Text>
          {words("note")}: {order.remark}
        </Typography.Text>
      )}
    </>
  );
}
