import type { ButtonProps } from "antd";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "./ConfirmButton";

interface Props extends Omit<ButtonProps, "onClick" | "loading"> {
  question: string;
  act: () => Promise<unknown>;
  changes: string[];
  done: string;
  /** Takes it back. */
  undo?: () => Promise<unknown>;
}

/** A button with a confirmation, which then acts. */
export function ActButton({ question, act, changes, done, undo, ...button }: Props) {
  const send = useAct(act, changes, done, undo && (() => undo));
  return (
    <ConfirmButton {...button} question={question} loading={send.isPending} onConfirm={() => send.mutate(undefined)} />
  );
}
