import { PrinterOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { PageHead } from "../../../parts/PageHead";
import { useTexts } from "../../../texts/texts";
import { ChosenOrdersTold, useChosenOrders } from "../chosenInAddress";
import { PackingSlip } from "./PackingSlip";
import { PickingList } from "./PickingList";

const bundle = {
  slips: ["Packing slips", "装箱单"],
  picking: ["Picking list", "拣货单"],
  back: ["All orders", "全部订单"],
  print: ["Print", "打印"],
} as const;

/** Orders to be packed, on paper: `ids` of the address, as papers of their own (`slips`) or together (`picking`). */
export function PrintOrders({ what }: { what: "slips" | "picking" }) {
  const words = useTexts(bundle);
  const chosen = useChosenOrders();
  const toPack = chosen.data?.toPack ?? [];
  return (
    <div className="print">
      <div className="print-not">
        <PageHead title={words(what)} back={{ to: "/orders", label: words("back") }}>
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden />}
            disabled={toPack.length === 0}
            onClick={() => window.print()}
          >
            {words("print")}
          </Button>
        </PageHead>
        <ChosenOrdersTold {...chosen} />
      </div>
      {what === "slips"
        ? toPack.map((order) => <PackingSlip key={order.id} order={order} />)
        : toPack.length > 0 && <PickingList orders={toPack} />}
    </div>
  );
}
