import { Button } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/texts";

const bundle = { undo: ["Undo", "撤销"] } as const;

/** So long an act that can be taken back is offered to be. */
export const UNDO_SECONDS = 10;

/** What was done, with what takes it back. */
export const withUndo = (words: string, onUndo: () => void): ReactNode => <Done words={words} onUndo={onUndo} />;

function Done({ words, onUndo }: { words: string; onUndo: () => void }) {
  const texts = useTexts(bundle);
  return (
    <>
      <span>{words}</span>
      <Button type="link" size="small" onClick={onUndo}>
        {texts("undo")}
      </Button>
    </>
  );
}
