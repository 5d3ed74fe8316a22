import { CarOutlined, PrinterOutlined } from "@ant-design/icons";
import { Button, Progress, Typography } from "antd";
import { useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { get, put } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { onEach } from "../../parts/acts/onEach";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import type { OrderRow } from "./OrderCells";

const bundle = {
  chosen: ["{{count}} selected", "已选 {{count}} 笔"],
  slips: ["Packing slips", "装箱单"],
  picking: ["Picking list", "拣货单"],
  ship: ["Ship", "发货"],
  note: ["Add a note", "添加备注"],
  noteOf: ["Add a note to {{count}} orders", "为 {{count}} 笔订单添加备注"],
  noteOf_one: ["Add a note to {{count}} order", "为 {{count}} 笔订单添加备注"],
  text: ["Note (added below what is there; not visible to members)", "备注（追加在原备注之后，会员不可见）"],
  noted: ["Note added", "备注已添加"],
  left: [
    "{{done}} of {{count}} orders have the note. Not added: {{faults}}",
    "共 {{count}} 笔，已添加 {{done}} 笔。未添加：{{faults}}",
  ],
} as const;

/** What can be done with the orders that are selected in a list. */
export function ChosenOrders({ rows, children }: { rows: readonly OrderRow[]; children?: ReactNode }) {
  const words = useTexts(bundle);
  const navigate = useNavigate();
  const may = useMay();
  const ids = rows.map(({ id }) => id).join(",");
  return (
    <>
      <Typography.Text type="secondary" style={{ alignSelf: "center" }}>
        {words("chosen", { count: rows.length })}
      </Typography.Text>
      {children}
      {may("trade:order:ship") && (
        <Button
          type="primary"
          icon={<CarOutlined aria-hidden />}
          onClick={() => void navigate(`/ship/orders?ids=${ids}`)}
        >
          {words("ship")}
        </Button>
      )}
      {(["slips", "picking"] as const).map((what) => (
        <Button
          key={what}
          icon={<PrinterOutlined aria-hidden />}
          onClick={() => void navigate(`/orders/print/${what}?ids=${ids}`)}
        >
          {words(what)}
        </Button>
      ))}
      {may("trade:order:update") && <AddNote rows={rows} />}
    </>
  );
}

/** Adds to each order's own note; pressed again after a fault, only to those that do not have it yet. */
function AddNote({ rows }: { rows: readonly OrderRow[] }) {
  const words = useTexts(bundle);
  const noted = useRef<{ text: string; ids: Set<number> }>({ text: "", ids: new Set() });
  const [done, setDone] = useState(0);
  const add = async ({ text }: { text: string }): Promise<void> => {
    if (noted.current.text !== text) noted.current = { text, ids: new Set() };
    const { ids } = noted.current;
    setDone(ids.size);
    const faults = await onEach(
      rows.filter(({ id }) => !ids.has(id)),
      async ({ id }) => {
        // As it stands now, not as it was when the list was read.
        const { remark } = await get("/admin-api/trade/order/get-detail", { id });
        // Added before, where only the answer was lost.
        if (remark !== text && !remark.endsWith(`\n${text}`))
          await put("/admin-api/trade/order/update-remark", { id, remark: [remark, text].filter(Boolean).join("\n") });
        ids.add(id);
        setDone(ids.size);
      },
    );
    if (faults.length === 0) return;
    const named = faults.map(({ one, error }) => `${one.no}: ${error.message}`).join("; ");
    throw new Error(words("left", { done: ids.size, count: rows.length, faults: named }));
  };
  return (
    <ActDialog<{ text: string }>
      label={words("note")}
      heading={words("noteOf", { count: rows.length })}
      fields={[{ name: "text", label: bundle.text, kind: "longText", needed: true }]}
      intro={() =>
        done > 0 && <Progress percent={(100 * done) / rows.length} format={() => `${done} / ${rows.length}`} />
      }
      act={add}
      changes={["/admin-api/trade/order/"]}
      done={words("noted")}
    />
  );
}
