import { put, type RowOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { ActDialog } from "../../parts/acts/ActDialog";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import type { Field } from "../../parts/fields/fields";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  silence: ["Silence", "静默"],
  silenceIntro: [
    "Until then its alerts are listed, but nobody is told. At the end, what still fires is delivered, and so is the end of what was delivered before.",
    "在此之前，告警仍会记录但不发送通知；到期时将发送仍未恢复的告警，以及静默前已通知告警的恢复消息。",
  ],
  silenced: ["Rule silenced", "已静默"],
  end: ["End silence", "结束静默"],
  endQuestion: [
    "End the silence? What still fires is delivered now, and so is the end of what was delivered before.",
    "结束静默？将立即发送仍未恢复的告警，以及静默前已通知告警的恢复消息。",
  ],
  ended: ["The rule speaks again", "已恢复通知"],
} as const;
const LONGEST_MS = 30 * 86_400_000;
const fields: Field[] = [
  {
    name: "until",
    label: ["Until", "截止时间"],
    kind: "time",
    needed: true,
    hint: ["At most 30 days from now", "最长 30 天"],
    check: (value) => {
      const ms = Number(value);
      return ms > Date.now() && ms <= Date.now() + LONGEST_MS
        ? undefined
        : ["Choose a time within the next 30 days", "请选择 30 天内的时间"];
    },
  },
  { name: "reason", label: ["Reason", "原因"], kind: "text", needed: true },
];
const base = "/admin-api/infra/alert-rule/";
const changes = ["/admin-api/infra/alert"];

/** Silences a rule with an end, or ends its silence. */
export function SilenceButton({ rule: { id, silenceTime } }: { rule: RowOf<"/admin-api/infra/alert-rule/page"> }) {
  const words = useTexts(bundle);
  const may = useMay();
  const speak = useAct(() => put(`${base}unsilence`, { id }), changes, words("ended"));
  if (!may("infra:queue:operate")) return null;
  if (silenceTime !== null)
    return (
      <ConfirmButton
        loading={speak.isPending}
        question={words("endQuestion")}
        onConfirm={() => speak.mutate(undefined)}
      >
        {words("end")}
      </ConfirmButton>
    );
  return (
    <ActDialog<{ until: number; reason: string }>
      size="small"
      label={words("silence")}
      intro={() => <p style={{ marginTop: 0 }}>{words("silenceIntro")}</p>}
      fields={fields}
      act={(body) => put(`${base}silence`, { id, ...body })}
      changes={changes}
      done={words("silenced")}
    />
  );
}
