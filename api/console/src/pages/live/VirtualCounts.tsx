import { Button } from "antd";
import { useState } from "react";
import { put, type BodyOf } from "../../client/client";
import { useAct } from "../../client/queries";
import type { Field } from "../../parts/fields/fields";
import { FormDrawer } from "../../parts/acts/FormDrawer";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Displayed counts", "虚拟数据"],
  saved: ["Saved", "已保存"],
} as const;
const fields: Field[] = [
  {
    name: "virtualPlayTimes",
    label: ["Added to displayed views", "虚拟观看数"],
    kind: "number",
    needed: true,
    min: 0,
    hint: ["Members see the real number plus this", "会员看到的是真实数加上此数"],
  },
  { name: "virtualLikeTimes", label: ["Added to displayed likes", "虚拟点赞数"], kind: "number", needed: true, min: 0 },
];
const base = "/admin-api/cloudlive/live-base-info/";
type Body = BodyOf<"/admin-api/cloudlive/live-base-info/update-virtual", "put">;

/** The numbers added to the counts that members see. */
export function VirtualCounts({ live }: { live: Body }) {
  const words = useTexts(bundle);
  const may = useMay();
  const [row, setRow] = useState<Record<string, unknown>>();
  const save = useAct(
    async (sent: Record<string, unknown>) => {
      await put(`${base}update-virtual`, { ...sent, id: live.id } as Body);
      setRow(undefined);
    },
    [base],
    words("saved"),
  );
  if (!may("cloudlive:live-base-info:update")) return null;
  return (
    <>
      <Button onClick={() => setRow({ ...live })}>{words("title")}</Button>
      <FormDrawer
        title={words("title")}
        open={row !== undefined}
        fields={fields}
        row={row}
        busy={save.isPending}
        onSave={(sent) => save.mutate(sent)}
        onClose={() => setRow(undefined)}
      />
    </>
  );
}
