import type { ButtonProps } from "antd";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "./ConfirmButton";

interface Props extends Omit<ButtonProps, "onClick" | "loading"> {
  question: string;
  act: () => Promise<unknown>;
  changes: string[];
  done: string;
}

/** A button with a confirmation, which then acts. */
export function ActButton({ question, act, changes, done, ...button }: Props) {
  const send = useAct(act, changes, done);
  return (
    <ConfirmButton {...button} question={question} loading={send.isPending} onConfirm={() => send.mutate(undefined)} />
  );
}
