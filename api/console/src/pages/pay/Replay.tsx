import { post } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useTexts } from "../../texts/texts";

const bundle = {
  replay: ["Resend", "重新通知"],
  where: ["Send to", "发送到"],
  kept: ["Original URL of this notification", "该通知原来的地址"],
  current: ["The payment app's current URL", "支付应用当前的地址"],
  done: ["Notification resent", "已重新通知"],
} as const;

/** Sends a notification to its merchant again. */
export function Replay({ id, size }: { id: number; size: "small" | "medium" }) {
  const words = useTexts(bundle);
  return (
    <ActDialog<{ where: "kept" | "current" }>
      size={size}
      label={words("replay")}
      fields={[
        {
          name: "where",
          label: bundle.where,
          kind: "select",
          needed: true,
          initial: "kept",
          options: [
            { value: "kept", label: bundle.kept },
            { value: "current", label: bundle.current },
          ],
        },
      ]}
      act={({ where }) =>
        post("/admin-api/pay/notify/replay", { id, ...(where === "current" ? { url: "current" } : {}) })
      }
      changes={["/admin-api/pay/", "/admin-api/trade/order/"]}
      done={words("done")}
    />
  );
}
