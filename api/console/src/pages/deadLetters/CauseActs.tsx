import { useNavigate } from "react-router";
import { post, type RowOf } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { useConfirmed } from "../../parts/acts/confirmed";
import type { Field } from "../../parts/fields/fields";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  replay: ["Replay", "重放"],
  replayTitle: ["Replay all dead letters of this cause", "重放该原因的全部死信"],
  replayIntro: [
    "{{open}} open dead letters run again, oldest first, each once. The replay can be stopped at any time, and stops by itself when its first 20 jobs have all failed again.",
    "将按时间顺序重放 {{open}} 条待处理死信，每条一次。可随时停止；若前 20 个任务全部再次失败则自动停止。",
  ],
  replayed: ["Replay started", "已开始重放"],
  discard: ["Discard", "丢弃"],
  discardTitle: ["Discard all dead letters of this cause", "丢弃该原因的全部死信"],
  discardIntro: [
    "{{open}} open dead letters will not run again, but can still be found. At most 2,000 at a time.",
    "{{open}} 条待处理死信将不再执行，但仍可查到。每次最多 2,000 条。",
  ],
  discarded: ["Discarded. They can still be found here.", "已丢弃，仍可在此查到"],
} as const;
const replayFields: Field[] = [
  {
    name: "perMinute",
    label: ["Jobs per minute", "每分钟任务数"],
    kind: "number",
    min: 1,
    max: 6_000,
    initial: 300,
    hint: ["1 to 6,000. Leave blank for as many as possible.", "1 到 6,000；留空表示不限速。"],
  },
];
const discardFields: Field[] = [
  { name: "discardReason", label: ["Discard reason", "丢弃原因"], kind: "longText", needed: true },
];
const base = "/admin-api/infra/dead-letter/";
const changes = ["/admin-api/infra/"];
type Cause = Pick<RowOf<"/admin-api/infra/dead-letter-cause/page">, "id" | "open">;

interface Props {
  cause: Cause;
  /** Not twice at the same time. */
  isReplaying?: boolean;
  large?: boolean;
}

/** What ends the open dead letters of a cause: run them again, or give them up. */
export function CauseActs({ cause: { id, open }, isReplaying = false, large = false }: Props) {
  const words = useTexts(bundle);
  const may = useMay();
  const navigate = useNavigate();
  const confirmed = useConfirmed();
  if (!may("infra:queue:operate") || open === 0) return null;
  const size = large ? "middle" : "small";
  const count = { open: open.toLocaleString() };
  return (
    <>
      <ActDialog<{ perMinute?: number }>
        type={large ? "primary" : "default"}
        size={size}
        disabled={isReplaying}
        label={words("replay")}
        heading={words("replayTitle")}
        intro={() => <p style={{ marginTop: 0 }}>{words("replayIntro", count)}</p>}
        fields={replayFields}
        act={async (rate) => {
          await confirmed((more) => post(`${base}replay-all`, { cause: id, ...rate, ...more }));
          void navigate(`/dead-letters/causes/${id}`);
        }}
        changes={changes}
        done={words("replayed")}
      />
      <ActDialog<{ discardReason: string }>
        danger
        size={size}
        label={words("discard")}
        heading={words("discardTitle")}
        intro={() => <p style={{ marginTop: 0 }}>{words("discardIntro", count)}</p>}
        fields={discardFields}
        act={(body) => post(`${base}discard-all`, { cause: id, ...body })}
        changes={changes}
        done={words("discarded")}
      />
    </>
  );
}
