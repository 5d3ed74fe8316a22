import { Button, Popconfirm, type ButtonProps } from "antd";
import { useEffect, useId } from "react";
import { useTexts } from "../../texts/texts";

const bundle = {
  sure: ["Are you sure?", "确定吗？"],
  yes: ["Yes", "确定"],
  no: ["No", "取消"],
} as const;

interface Props extends ButtonProps {
  question?: string;
  onConfirm: () => void;
  /** The confirmation is asked for at once, and its "No" has the focus. */
  asks?: boolean;
}

/** A button with a confirmation. */
export function ConfirmButton({ question, onConfirm, asks = false, ...button }: Props) {
  const words = useTexts(bundle);
  const no = useId();
  useEffect(() => {
    if (!asks) return;
    // After the heading of a page that opens, which takes the focus too.
    const frame = requestAnimationFrame(() => document.getElementById(no)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [asks, no]);
  return (
    <Popconfirm
      title={question ?? words("sure")}
      okText={words("yes")}
      cancelText={words("no")}
      onConfirm={onConfirm}
      {...(asks ? { defaultOpen: true, cancelButtonProps: { id: no } } : {})}
    >
      <Button size="small" {...button} />
    </Popconfirm>
  );
}
