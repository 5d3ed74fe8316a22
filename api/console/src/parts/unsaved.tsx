import { App } from "antd";
import { useEffect, useMemo, useRef } from "react";
import { useBlocker } from "react-router";
import { useTexts } from "../texts/texts";

const bundle = {
  title: ["Leave without saving?", "未保存，确定离开？"],
  hint: ["What you changed here is not saved yet.", "您修改的内容尚未保存，离开后将丢失。"],
  leave: ["Leave", "离开"],
  stay: ["Stay", "继续编辑"],
} as const;

/** Forms with changes that are not saved. A router holds back for one only: all of them ask by UnsavedGuard. */
const forms = new Set<{ saving: boolean }>();
const isHeld = (): boolean => [...forms].some(({ saving }) => !saving);

/** Asks; `stay` where the operator does not leave. */
function useQuestion() {
  const words = useTexts(bundle);
  const { modal } = App.useApp();
  return (leave: () => void, stay?: () => void) =>
    modal.confirm({
      title: words("title"),
      content: words("hint"),
      okText: words("leave"),
      cancelText: words("stay"),
      autoFocusButton: "cancel",
      onOk: leave,
      ...(stay ? { onCancel: stay } : {}),
    });
}

/** For what ends everything: asks where any form has changes. */
export function useLeaving(): (leave: () => void) => void {
  const ask = useQuestion();
  return (leave) => (isHeld() ? void ask(leave) : leave());
}

/**
 * For a form: `changed` when something is entered, `kept` when it is saved or opened anew, `leave` around what closes
 * it. While `saving` the page may go on by itself.
 */
export function useUnsaved(saving: boolean) {
  const ask = useQuestion();
  const latest = useRef(ask);
  latest.current = ask;
  const form = useRef({ saving }).current;
  form.saving = saving;
  useEffect(() => () => void forms.delete(form), [form]);
  return useMemo(() => {
    const kept = () => void forms.delete(form);
    const leave = (close: () => void) => {
      if (!forms.has(form)) return close();
      latest.current(() => {
        kept();
        close();
      });
    };
    return { changed: () => void forms.add(form), kept, leave };
  }, [form]);
}

export type Unsaved = ReturnType<typeof useUnsaved>;

/** Once in the shell: asks before another page, or the browser, takes the place of a form with changes. */
export function UnsavedGuard() {
  const ask = useQuestion();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isHeld(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { proceed, reset } = blocker;
    const question = ask(() => {
      forms.clear();
      proceed();
    }, reset);
    return () => question.destroy();
    // By the blocking itself: a second one may follow before the state between them is drawn.
  }, [blocker]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isHeld()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return null;
}
