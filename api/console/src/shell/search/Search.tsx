import { SearchOutlined } from "@ant-design/icons";
import { Button, Modal, theme } from "antd";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useTexts } from "../../texts/texts";
import { Palette } from "./Palette";

const bundle = {
  search: ["Search", "搜索"],
  keys: ["{{keys}} or /", "{{keys}} 或 /"],
} as const;

const keys = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** A slash that is typed into a field is a slash. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select, [role=textbox], [role=combobox]"));

/** The head's field, which opens the search, and the keys that do. */
export function Search({ isWide }: { isWide: boolean }) {
  const words = useTexts(bundle);
  const navigate = useNavigate();
  const { token } = theme.useToken();
  const [isOpen, setOpen] = useState(false);
  /** Closed by opening something, which then has the focus. */
  const [isLeft, setLeft] = useState(false);
  const show = () => {
    setLeft(false);
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.shiftKey || event.isComposing) return;
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isField(event.target);
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      show();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Button
        icon={<SearchOutlined aria-hidden />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        {...(isWide ? { className: "search-field" } : { "aria-label": words("search") })}
        onClick={show}
      >
        {isWide && (
          <>
            <span className="search-words">{words("search")}</span>
            <kbd style={{ color: token.colorTextSecondary }}>{words("keys", { keys })}</kbd>
          </>
        )}
      </Button>
      <Modal
        open={isOpen}
        onCancel={() => setOpen(false)}
        title={words("search")}
        footer={null}
        closable={false}
        destroyOnHidden
        width={680}
        style={{ top: isWide ? 72 : 12 }}
        styles={{ header: { display: "none" }, container: { padding: 0 } }}
        focusable={{ focusTriggerAfterClose: !isLeft }}
        afterClose={() => {
          // A list that is filtered anew has no new heading to take it.
          if (isLeft && document.activeElement === document.body) document.getElementById("content")?.focus();
        }}
      >
        <Palette
          onOpen={(to) => {
            setLeft(true);
            setOpen(false);
            void navigate(to);
          }}
        />
      </Modal>
    </>
  );
}
