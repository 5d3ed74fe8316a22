import { useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Card, Flex, Input, Progress, Select, Table, Tag, theme } from "antd";
import { useRef, useState, type KeyboardEvent } from "react";
import { Link } from "react-router";
import { useRead } from "../../client/queries";
import { useUnsaved } from "../../parts/fields/unsaved";
import { PageHead } from "../../parts/PageHead";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { ChosenOrdersTold, useChosenOrders } from "../orders/chosenInAddress";
import { itemsToPack, type ChosenOrders, type OrderToPack } from "../orders/print/useOrdersToPack";
import { checkRows, shipRows, type ShipRow } from "./shipRows";

const bundle = {
  title: ["Ship selected orders", "所选订单发货"],
  back: ["All orders", "全部订单"],
  order: ["Order no.", "订单号"],
  carrier: ["Carrier", "快递公司"],
  byNumber: ["Recognised by the number", "按单号识别"],
  number: ["Tracking number", "快递单号"],
  of: ["{{field}}: {{no}}", "{{field}}：{{no}}"],
  state: ["Result", "结果"],
  shipped: ["Shipped", "已发货"],
  ship: ["Ship {{count}} orders", "发货 {{count}} 单"],
  ship_one: ["Ship {{count}} order", "发货 {{count}} 单"],
  stop: ["Stop", "停止"],
  told: ["{{typed}} of {{count}} have a number", "共 {{count}} 单，已填单号 {{typed}} 单"],
  done: ["{{shipped}} of {{count}} shipped", "共 {{count}} 单，已发货 {{shipped}} 单"],
} as const;

/** The orders that were selected in their list: a number for each, typed or scanned one after the other. */
export function ShipChosenPage() {
  const words = useTexts(bundle);
  const chosen = useChosenOrders();
  // As they were at first: an order that has been shipped keeps its row and its result, and is not called left out.
  const [first, setFirst] = useState<ChosenOrders>();
  if (!first && chosen.data) setFirst(chosen.data);
  return (
    <>
      <PageHead title={words("title")} back={{ to: "/orders", label: words("back") }} />
      <Flex vertical gap={12}>
        <ChosenOrdersTold {...chosen} data={first} />
        {first && first.toPack.length > 0 && <Parcels orders={first.toPack} />}
      </Flex>
    </>
  );
}

const goodsOf = (order: OrderToPack): string =>
  itemsToPack(order)
    .map(({ spuName, toPack }) => `${spuName} × ${toPack}`)
    .join(", ");

interface Parcel {
  carrier: string;
  number: string;
}
const NONE: Parcel = { carrier: "", number: "" };

function Parcels({ orders }: { orders: readonly OrderToPack[] }) {
  const words = useTexts(bundle);
  const may = useMay();
  const client = useQueryClient();
  const { token } = theme.useToken();
  const [parcels, setParcels] = useState<Record<number, Parcel>>({});
  const [ended, setEnded] = useState<Record<number, ShipRow>>({});
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  const unsaved = useUnsaved(busy);
  const { data: companies } = useRead(
    "/admin-api/trade/delivery/express/page",
    { status: 0, pageSize: 100 },
    { enabled: may("trade:delivery-express:query") },
  );
  const parcelOf = (id: number): Parcel => parcels[id] ?? NONE;
  const isShipped = (id: number): boolean => ended[id]?.result === "shipped";
  const ready = orders.filter(({ id }) => parcelOf(id).number.trim() !== "" && !isShipped(id));
  const shipped = orders.filter(({ id }) => isShipped(id)).length;

  const change = (id: number, parcel: Partial<Parcel>): void => {
    unsaved.changed();
    setParcels((before) => ({ ...before, [id]: { ...(before[id] ?? NONE), ...parcel } }));
    // What was said of another number.
    setEnded((before) => Object.fromEntries(Object.entries(before).filter(([key]) => Number(key) !== id)));
  };
  /** A scanner ends each number so. */
  const goOn = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    event.preventDefault();
    const next = orders.slice(at + 1).find(({ id }) => !isShipped(id));
    document.getElementById(next ? `number-${next.id}` : "ship")?.focus();
  };
  const ship = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    stopped.current = false;
    let left = ready.length;
    try {
      const listed = ready.map(({ id, no }) => ({
        no,
        company: parcelOf(id).carrier,
        logisticsNo: parcelOf(id).number,
      }));
      const rows = await checkRows(listed);
      setEnded((before) => ({ ...before, ...Object.fromEntries(rows.map((row, at) => [ready[at]!.id, row])) }));
      await shipRows(rows, {
        isStopped: () => stopped.current,
        onEnd: (row) => {
          if (row.result === "shipped") left--;
          setEnded((before) => ({ ...before, [row.orderId!]: row }));
        },
      });
    } catch (error) {
      setFault((error as Error).message);
    }
    // A number that was typed and did not go is not left behind unasked.
    if (left === 0) unsaved.kept();
    setBusy(false);
    await client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/admin-api/trade/order/"),
    });
  };

  return (
    <>
      {fault && <Alert type="error" showIcon title={fault} />}
      <Card
        size="small"
        title={
          <span role="status">
            {shipped > 0
              ? words("done", { shipped, count: orders.length })
              : words("told", { typed: ready.length, count: orders.length })}
          </span>
        }
        extra={
          busy ? (
            <Button onClick={() => (stopped.current = true)}>{words("stop")}</Button>
          ) : (
            <Button id="ship" type="primary" disabled={ready.length === 0} onClick={() => void ship()}>
              {words("ship", { count: ready.length })}
            </Button>
          )
        }
      >
        {busy && <Progress percent={Math.round((100 * shipped) / orders.length)} aria-label={words("state")} />}
        <Table
          size="small"
          rowKey="id"
          dataSource={[...orders]}
          pagination={false}
          scroll={{ x: "max-content" }}
          columns={[
            {
              title: words("order"),
              render: (_, order) => (
                <>
                  <Link to={`/orders/${order.id}`} className="numbers">
                    {order.no}
                  </Link>
                  <SecondLine>
                    {order.receiverName} · {goodsOf(order)}
                  </SecondLine>
                </>
              ),
            },
            {
              title: words("carrier"),
              render: (_, { id, no }) => (
                <Select
                  aria-label={words("of", { field: words("carrier"), no })}
                  value={parcelOf(id).carrier}
                  disabled={busy || isShipped(id)}
                  style={{ width: 230 }}
                  showSearch={{ optionFilterProp: "label" }}
                  options={[
                    { value: "", label: words("byNumber") },
                    ...(companies?.list ?? []).map(({ name }) => ({ value: name, label: name })),
                  ]}
                  onChange={(carrier: string) => change(id, { carrier })}
                />
              ),
            },
            {
              title: words("number"),
              render: (_, { id, no }, at) => (
                <>
                  <Input
                    id={`number-${id}`}
                    aria-label={words("of", { field: words("number"), no })}
                    autoComplete="off"
                    maxLength={64}
                    value={parcelOf(id).number}
                    disabled={busy || isShipped(id)}
                    {...(ended[id]?.fault ? { status: "error" as const, "aria-describedby": `fault-${id}` } : {})}
                    style={{ width: 240 }}
                    onChange={({ target }) => change(id, { number: target.value })}
                    onPressEnter={(event) => goOn(event, at)}
                  />
                  {ended[id]?.fault && (
                    <div id={`fault-${id}`} role="alert" style={{ color: token.colorError, whiteSpace: "normal" }}>
                      {ended[id].fault.msg}
                    </div>
                  )}
                </>
              ),
            },
            {
              title: words("state"),
              render: (_, { id }) => isShipped(id) && <Tag color="success">{words("shipped")}</Tag>,
            },
          ]}
        />
      </Card>
    </>
  );
}
