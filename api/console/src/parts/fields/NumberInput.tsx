import { Input, theme, type InputProps } from "antd";
import { useId, useState } from "react";
import { useLanguage } from "../../texts/texts";
import { numberFault, readNumber, type Limits, type Typed } from "./numbers";

interface Shape extends Limits, Omit<InputProps, "value" | "onChange" | "min" | "max"> {
  /** Yuan: always with two decimals. */
  money?: boolean;
}
interface Props extends Shape {
  value?: Typed;
  onChange?: (typed: number | string | null) => void;
}

const limitsOf = ({ min, max, money, decimals = money ? 2 : undefined }: Shape): Limits => ({ min, max, decimals });

/** A form's number: the input is never changed silently, and an invalid one stays in the value as text. */
export function NumberInput({ value, onChange, min, max, decimals, money = false, ...input }: Props) {
  const limits = limitsOf({ min, max, decimals, money });
  const shown = (typed: Typed) => (money && typeof typed === "number" ? typed.toFixed(2) : String(typed ?? ""));
  const [text, setText] = useState(() => shown(value));
  return (
    <Input
      inputMode={min !== undefined && min >= 0 ? "decimal" : "text"}
      autoComplete="off"
      {...input}
      // The value was set from outside: the form was filled or reset.
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
  /** NaN while the input is invalid. */
  onChange: (figure: number | null) => void;
}

/** One of an editor's many numbers, which shows its own error. */
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
