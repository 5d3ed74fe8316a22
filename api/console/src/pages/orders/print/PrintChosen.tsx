import { PrinterOutlined } from "@ant-design/icons";
import { Button, Typography } from "antd";
import { useNavigate } from "react-router";
import { useTexts } from "../../../texts/texts";

const bundle = {
  chosen: ["{{count}} selected", "已选 {{count}} 笔"],
  slips: ["Packing slips", "装箱单"],
  picking: ["Picking list", "拣货单"],
} as const;

/** The papers of the orders that are selected in a list. */
export function PrintChosen({ ids }: { ids: readonly number[] }) {
  const words = useTexts(bundle);
  const navigate = useNavigate();
  return (
    <>
      <Typography.Text type="secondary" style={{ alignSelf: "center" }}>
        {words("chosen", { count: ids.length })}
      </Typography.Text>
      {(["slips", "picking"] as const).map((what) => (
        <Button
          key={what}
          icon={<PrinterOutlined aria-hidden />}
          onClick={() => void navigate(`/orders/print/${what}?ids=${ids.join(",")}`)}
        >
          {words(what)}
        </Button>
      ))}
    </>
  );
}
