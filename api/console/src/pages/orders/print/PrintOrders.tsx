import { PrinterOutlined } from "@ant-design/icons";
import { Alert, Button, Skeleton } from "antd";
import { Link, useSearchParams } from "react-router";
import { idOf } from "../../../parts/lists/OfId";
import { PageHead } from "../../../parts/PageHead";
import { State } from "../../../parts/shown/figures";
import { useTexts } from "../../../texts/texts";
import { orderStates } from "../order.states";
import { PackingSlip } from "./PackingSlip";
import { PickingList } from "./PickingList";
import { useOrdersToPack } from "./useOrdersToPack";

const bundle = {
  slips: ["Packing slips", "装箱单"],
  picking: ["Picking list", "拣货单"],
  back: ["All orders", "全部订单"],
  print: ["Print", "打印"],
  none: ["None of these orders has goods to pack.", "所选订单均无需发货。"],
  most: [
    "The first {{most}} of {{count}} orders; print the others after them.",
    "仅列出 {{count}} 笔订单中的前 {{most}} 笔，其余请随后打印。",
  ],
  left: ["Left out, as their goods must not leave now:", "以下订单当前不能发货，未列入："],
  again: ["Try again", "重试"],
} as const;

/** As many as a page of the list has at most. An address may name more. */
const MOST = 100;

/** Orders to be packed, on paper: `ids` of the address, as papers of their own (`slips`) or together (`picking`). */
export function PrintOrders({ what }: { what: "slips" | "picking" }) {
  const words = useTexts(bundle);
  const [search] = useSearchParams();
  const ids = [...new Set((search.get("ids") ?? "").split(",").flatMap((text) => idOf(text) ?? []))];
  const { data, error, refetch } = useOrdersToPack(ids.slice(0, MOST));
  return (
    <div className="print">
      <div className="print-not">
        <PageHead title={words(what)} back={{ to: "/orders", label: words("back") }}>
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={!data || data.toPack.length === 0}
            onClick={() => window.print()}
          >
            {words("print")}
          </Button>
        </PageHead>
        {error && (
          <Alert
            type="error"
            showIcon
            title={error.message}
            action={<Button onClick={() => void refetch()}>{words("again")}</Button>}
          />
        )}
        {!data && !error && <Skeleton active />}
        {ids.length > MOST && (
          <Alert type="warning" showIcon title={words("most", { most: MOST, count: ids.length })} />
        )}
        {data && data.notToPack.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={words("left")}
            description={data.notToPack.map(({ id, no, status }) => (
              <div key={id}>
                <Link to={`/orders/${id}`} className="numbers">
                  {no}
                </Link>{" "}
                <State of={orderStates} value={status} />
              </div>
            ))}
          />
        )}
        {data && data.toPack.length === 0 && <Alert type="info" showIcon title={words("none")} />}
      </div>
      {data &&
        (what === "slips"
          ? data.toPack.map((order) => <PackingSlip key={order.id} order={order} />)
          : data.toPack.length > 0 && <PickingList orders={data.toPack} />)}
    </div>
  );
}
