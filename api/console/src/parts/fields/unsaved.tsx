import { App } from "antd";
import { useEffect, useMemo, useRef } from "react";
import { useBlocker } from "react-router";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Leave without saving?", "未保存，确定离开？"],
  hint: ["You have unsaved changes.", "您修改的内容尚未保存，离开后将丢失。"],
  leave: ["Leave", "离开"],
  stay: ["Stay", "继续编辑"],
} as const;

/** Forms with unsaved changes. A router supports one blocker only, so UnsavedGuard checks them all. */
const forms = new Set<{ saving: boolean }>();
const isHeld = (): boolean => [...forms].some(({ saving }) => !saving);

/** Asks for confirmation; `stay` is called when the operator stays. */
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

/** For actions that end the whole page: asks when any form has changes. */
export function useLeaving(): (leave: () => void) => void {
  const confirmLeaving = useQuestion();
  return (leave) => (isHeld() ? void confirmLeaving(leave) : leave());
}

/**
 * For a form: call `changed` on input, `kept` after saving or reopening, and `leave` around closing. While `saving`,
 * navigation is allowed.
 */
export function useUnsaved(saving: boolean) {
  const confirmLeaving = useQuestion();
  const latest = useRef(confirmLeaving);
  latest.current = confirmLeaving;
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

/** Mounted once in the shell: asks before another page, or the browser, replaces a form with changes. */
export function UnsavedGuard() {
  const confirmLeaving = useQuestion();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isHeld(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { proceed, reset } = blocker;
    const question = confirmLeaving(() => {
      forms.clear();
      proceed();
    }, reset);
    return () => question.destroy();
    // Depends on the blocker itself: a second block may follow before the state in between is rendered.
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
