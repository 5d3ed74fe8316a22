import { put } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  start: ["Start", "开播"],
  startQuestion: ["Start now? Members see it immediately.", "确定开播？会员将立即看到。"],
  started: ["Live stream started", "已开播"],
  end: ["End", "结束直播"],
  endQuestion: ["End this live stream? It cannot be started again.", "确定结束？结束后不能再次开播。"],
  ended: ["Live stream ended", "直播已结束"],
} as const;
const base = "/admin-api/cloudlive/live-base-info/";

/** Starting and ending a live. */
export function LiveActs({ live, large = false }: { live: { id: number; status: number }; large?: boolean }) {
  const words = useTexts(bundle);
  const may = useMay();
  const start = useAct(() => put(`${base}start`, { id: live.id }), [base], words("started"));
  const end = useAct(() => put(`${base}end`, { id: live.id }), [base], words("ended"));
  if (!may("cloudlive:live-base-info:update")) return null;
  const size = large ? "middle" : "small";
  if (live.status === 0)
    return (
      <ConfirmButton
        type="primary"
        size={size}
        loading={start.isPending}
        question={words("startQuestion")}
        onConfirm={() => start.mutate(undefined)}
      >
        {words("start")}
      </ConfirmButton>
    );
  return live.status === 1 ? (
    <ConfirmButton
      danger
      size={size}
      loading={end.isPending}
      question={words("endQuestion")}
      onConfirm={() => end.mutate(undefined)}
    >
      {words("end")}
    </ConfirmButton>
  ) : null;
}
