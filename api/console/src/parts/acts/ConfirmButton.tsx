import { Button, Popconfirm, type ButtonProps } from "antd";
import { useTexts } from "../../texts/texts";

const bundle = {
  sure: ["Are you sure?", "确定吗？"],
  yes: ["Yes", "确定"],
  no: ["No", "取消"],
} as const;

/** A button with a confirmation. */
export function ConfirmButton({
  question,
  onConfirm,
  ...button
}: ButtonProps & { question?: string; onConfirm: () => void }) {
  const words = useTexts(bundle);
  return (
    <Popconfirm title={question ?? words("sure")} okText={words("yes")} cancelText={words("no")} onConfirm={onConfirm}>
      <Button size="small" {...button} />
    </Popconfirm>
  );
}
