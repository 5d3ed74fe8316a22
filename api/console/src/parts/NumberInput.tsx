import { Input, theme, type InputProps } from "antd";
import { useId, useState } from "react";
import { useLanguage } from "../texts/texts";
import { numberFault, readNumber, type Limits, type Typed } from "./numbers";

interface Shape extends Limits, Omit<InputProps, "value" | "onChange" | "min" | "max"> {
  /** Yuan: two decimals, which are always shown. */
  money?: boolean;
}
interface Props extends Shape {
  value?: Typed;
  onChange?: (typed: number | string | null) => void;
}

const limitsOf = ({ min, max, money, decimals = money ? 2 : undefined }: Shape): Limits => ({ min, max, decimals });

/** A form's number: what was typed is never changed in silence, and stands in the value as text where it is refused. */
export function NumberInput({ value, onChange, min, max, decimals, money = false, ...input }: Props) {
  const limits = limitsOf({ min, max, decimals, money });
  const shown = (typed: Typed) => (money && typeof typed === "number" ? typed.toFixed(2) : String(typed ?? ""));
  const [text, setText] = useState(() => shown(value));
  return (
    <Input
      inputMode={min !== undefined && min >= 0 ? "decimal" : "text"}
      autoComplete="off"
      {...input}
      // Another value was set from outside, by a form that is filled or emptied.
      value={readNumber(limits, text) === (value ?? null) ? text : shown(value)}
      onChange={({ target }) => {
        setText(target.value);
        onChange?.(readNumber(limits, target.value));
      }}
    />
  );
}

interface FigureProps extends Shape {
  value: number | null | undefined;
  /** NaN while what is typed is refused. */
  onChange: (figure: number | null) => void;
}

/** One of an editor's many numbers, which says itself what is wrong with it. */
export function FigureInput({ value, onChange, style, ...shape }: FigureProps) {
  const { of } = useLanguage();
  const { token } = theme.useToken();
  const faultId = useId();
  const [typed, setTyped] = useState<Typed>(value);
  const fault = Number.isNaN(value) ? numberFault(limitsOf(shape), typed) : undefined;
  return (
    <div style={{ display: "inline-block", verticalAlign: "top", ...style }}>
      <NumberInput
        {...shape}
        value={Number.isNaN(value) ? typed : value}
        onChange={(next) => {
          setTyped(next);
          onChange(typeof next === "string" ? Number.NaN : next);
        }}
        {...(fault ? { status: "error", "aria-invalid": true, "aria-describedby": faultId } : {})}
      />
      {fault && (
        <div id={faultId} role="alert" style={{ color: token.colorError, fontSize: 12 }}>
          {of(fault)}
        </div>
      )}
    </div>
  );
}
