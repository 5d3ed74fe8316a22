import { Button, theme } from "antd";
import type { CSSProperties } from "react";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import type { States } from "../shown/figures";
import { countText } from "./countText";

const bundle = { all: ["All", "全部"] } as const;

export interface TabsOfStates {
  /** The filter that the tabs stand for. */
  name: string;
  states: States;
  counts: readonly { status: number; count: number }[] | undefined;
}

interface Props extends Omit<TabsOfStates, "name"> {
  label: Pair | undefined;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/**
 * The states of a list's rows, each with its count over the whole shop. They look like tabs, but choose what one list
 * shows: and antd's would hide those without room in a menu that screen readers do not find.
 */
export function StateTabs({ label, states, counts, value, onChange }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const { token } = theme.useToken();
  const countOf = (state: string) => counts?.find(({ status }) => String(status) === state)?.count ?? 0;
  const tab = (key: string | undefined, text: string) => (
    <Button key={key ?? "all"} type="text" size="small" aria-pressed={value === key} onClick={() => onChange(key)}>
      {text}
    </Button>
  );
  return (
    <div
      className="list-tabs"
      role="group"
      aria-label={label && of(label)}
      style={{ "--list-chosen": token.colorLink } as CSSProperties}
    >
      {tab(undefined, words("all"))}
      {Object.entries(states).map(([key, [pair]]) =>
        tab(key, `${of(pair)} (${counts ? countText(countOf(key)) : "…"})`),
      )}
    </div>
  );
}
