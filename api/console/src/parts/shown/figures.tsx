import { Tag, Tooltip } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useLanguage, useTexts, type Pair } from "../../texts/texts";
import { shopTime } from "./shopTime";

const bundle = { here: ["{{time}} on your clock", "您的本地时间 {{time}}"] } as const;

const twoPlaces = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });

/** Fen as yuan: 123456 -> ¥1,234.56. */
export const yuan = (fen: number | null | undefined): string =>
  fen === null || fen === undefined ? "–" : `${fen < 0 ? "-" : ""}¥${twoPlaces.format(Math.abs(fen) / 100)}`;

export const Money = ({ fen }: { fen: number | null | undefined }) => <span className="numbers">{yuan(fen)}</span>;

interface MomentProps {
  ms: number | string | null | undefined;
  /** To the millisecond, where several share a second. */
  isExact?: boolean;
  /** To the minute, and without the year while that lasts, where many stand in a line. */
  isShort?: boolean;
}

/** A time, epoch ms or its text, by the shop's clock; the reader's own, where it differs, is told when one points at it. */
export function Moment({ ms, isExact = false, isShort = false }: MomentProps) {
  const words = useTexts(bundle);
  if (ms === null || ms === undefined || ms === "") return <>–</>;
  const [moment, here] = [shopTime(Number(ms)), dayjs(Number(ms))];
  const exact = moment.format("YYYY-MM-DD HH:mm:ss.SSS Z");
  const isHere = here.utcOffset() === moment.utcOffset();
  const title = isHere ? exact : `${exact}; ${words("here", { time: here.format("YYYY-MM-DD HH:mm:ss Z") })}`;
  return (
    <Tooltip title={title}>
      <time dateTime={moment.toISOString()} className="numbers" style={{ whiteSpace: "nowrap" }}>
        {moment.format(isShort ? shortForm(moment) : isExact ? "YYYY-MM-DD HH:mm:ss.SSS" : "YYYY-MM-DD HH:mm:ss")}
      </time>
    </Tooltip>
  );
}

const shortForm = (moment: Dayjs): string => (moment.isSame(shopTime(), "year") ? "MM-DD HH:mm" : "YYYY-MM-DD HH:mm");

/** A duration: 90500 -> 1 m 30 s. */
export function span(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.floor(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

export type Colour = "default" | "processing" | "success" | "warning" | "error";
/** The words and colour of the API's numbers. */
export type States = Readonly<Record<number, readonly [words: Pair, colour?: Colour]>>;

export function State({ of: states, value }: { of: States; value: number | null | undefined }) {
  const { of } = useLanguage();
  if (value === null || value === undefined) return <>–</>;
  const state = states[value];
  return state ? <Tag color={state[1] ?? "default"}>{of(state[0])}</Tag> : <Tag>{value}</Tag>;
}

/** The states as options of a select. */
export function useStateOptions(states: States): { value: number; label: string }[] {
  const { of } = useLanguage();
  return Object.entries(states).map(([value, [words]]) => ({ value: Number(value), label: of(words) }));
}

/** 0 enabled, 1 disabled: for most nouns of the shop. */
export const enabledStates: States = {
  0: [["Enabled", "启用"], "success"],
  1: [["Disabled", "停用"], "default"],
};
