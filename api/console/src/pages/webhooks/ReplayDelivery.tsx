import { post } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { useTexts } from "../../texts/texts";

const bundle = {
  replay: ["Resend", "重发"],
  question: [
    "Resend this event to the endpoint's current address, with the same webhook-id?",
    "确定以相同的 webhook-id 将该事件重发到端点当前地址吗？",
  ],
  done: ["Event resent", "事件已重发"],
} as const;

/** Sends an event to its endpoint again. */
export function ReplayDelivery({ id, size }: { id: number; size: "small" | "medium" }) {
  const words = useTexts(bundle);
  return (
    <ActButton
      size={size}
      question={words("question")}
      act={() => post("/admin-api/infra/webhook-delivery/replay", { id })}
      changes={["/admin-api/infra/webhook"]}
      done={words("done")}
    >
      {words("replay")}
    </ActButton>
  );
}
