import { Button } from "antd";
import { get, put } from "../../client/client";
import { useAct } from "../../client/queries";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  query: ["Ask the channel", "查询渠道"],
  asked: ["The channel was asked", "已查询渠道"],
  still: ["The channel is still being asked", "仍在查询渠道"],
} as const;

interface Props {
  of: "order" | "refund";
  id: number;
}

const LOOK_MS = 1_000;
const MOST_LOOKS = 30;

/** Has the channel asked about a payment or a refund now, and turns until that is over. */
export function QueryChannel({ of, id }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const act = useAct(
    async () => {
      await (of === "order"
        ? put("/admin-api/pay/order/query-channel", { id })
        : put("/admin-api/pay/refund/query-channel", { id }));
      return !may(`pay:${of}:query`) || isOver(of, id);
    },
    ["/admin-api/pay/", "/admin-api/trade/order/"],
    (over) => words(over ? "asked" : "still"),
  );
  if (!may(`pay:${of}:query-channel`)) return null;
  return (
    <Button size="small" loading={act.isPending} onClick={() => act.mutate(undefined)}>
      {words("query")}
    </Button>
  );
}

/** Looks until nothing of it goes on any more; false: it still does. */
async function isOver(of: Props["of"], id: number): Promise<boolean> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { why } = await (of === "order"
      ? get("/admin-api/pay/order/get-detail", { id })
      : get("/admin-api/pay/refund/get-detail", { id }));
    if (why.state !== "runs") return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
