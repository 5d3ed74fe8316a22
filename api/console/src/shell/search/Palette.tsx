import { SearchOutlined } from "@ant-design/icons";
import { Alert, Input, theme, type InputRef } from "antd";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useTexts } from "../../texts/texts";
import { useOperator } from "../operator";
import type { Entry } from "./entries";
import { Option } from "./Option";
import { noteOpened } from "./recent";
import { usePalette } from "./usePalette";

const bundle = {
  label: ["Search", "搜索"],
  placeholder: ["Number, mobile, name, page or task", "编号、手机号、姓名、页面或操作"],
  hint: [
    "Any number or ID, a mobile or its last four digits, a name, a page, or something to do.",
    "可输入任意编号或 ID、手机号或后四位、姓名、页面或操作。",
  ],
  results: ["Results", "结果"],
  searching: ["Searching…", "搜索中…"],
  count: ["{{count}} results", "{{count}} 条结果"],
  count_one: ["{{count}} result", "{{count}} 条结果"],
  nothing: ["Nothing found", "没有找到"],
  notSearched: ["Not searched, as it took too long or failed: {{kinds}}", "以下内容超时或出错，未能搜索：{{kinds}}"],
  keys: ["↑ ↓ to choose, Enter to open, Esc to close", "↑ ↓ 选择，Enter 打开，Esc 关闭"],
} as const;

/** The search: a field with a list below it, which arrow keys and Enter work. */
export function Palette({ onOpen }: { onOpen: (to: string) => void }) {
  const words = useTexts(bundle);
  const { user } = useOperator();
  const { token } = theme.useToken();
  const [typed, setTyped] = useState("");
  /** The entry that was chosen by keys or pointer; else the first is. */
  const [chosen, setChosen] = useState<string>();
  /** Enter was pressed before the answer was there. */
  const [isDue, setDue] = useState(false);
  const field = useRef<InputRef>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { found, kindOf, isWaiting, notSearched, error } = usePalette(typed);
  const entries = found.flatMap((group) => group.entries);
  const active = entries.find(({ key }) => key === chosen) ?? entries[0];
  const exact = entries.filter((entry) => entry.exact);

  const open = (entry: Entry) => {
    const [en, zh] = kindOf(entry);
    noteOpened(user.id, { title: entry.title, kind: [en, zh], to: entry.to });
    onOpen(entry.to);
  };
  useEffect(() => {
    if (!isDue || isWaiting) return;
    setDue(false);
    // A list that was not read when Enter was pressed opens only what there is no doubt of.
    if (exact.length === 1) open(exact[0]!);
  }, [isDue, isWaiting]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active?.key]);

  const move = (step: number) => {
    const at = active ? entries.indexOf(active) : -1;
    setChosen(entries[(at + step + entries.length) % entries.length]?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const isSure = !isWaiting || active?.key === chosen || !/\d/.test(typed);
      if (active && isSure) open(chosen === undefined && exact.length === 1 ? exact[0]! : active);
      else if (isWaiting) setDue(true);
    }
  };
  const optionId = (entry: Entry): string => `${id}-${entries.indexOf(entry)}`;
  const said = isWaiting
    ? words("searching")
    : typed.trim() === ""
      ? ""
      : entries.length === 0
        ? words("nothing")
        : words("count", { count: entries.length });
  return (
    <div className="palette">
      <Input
        ref={field}
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined aria-hidden />}
        value={typed}
        maxLength={64}
        placeholder={words("placeholder")}
        aria-label={words("label")}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        {...(entries.length > 0 ? { "aria-controls": `${id}-list` } : {})}
        {...(active ? { "aria-activedescendant": optionId(active) } : {})}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(undefined);
          setDue(false);
        }}
        onKeyDown={onKeyDown}
      />
      {error && <Alert type="error" showIcon title={error.message} />}
      {notSearched.length > 0 && (
        <Alert type="warning" showIcon title={words("notSearched", { kinds: notSearched.join(", ") })} />
      )}
      {entries.length > 0 && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={words("results")}
          aria-busy={isWaiting}
          className="palette-list"
          style={{ borderTop: `1px solid ${token.colorBorderSecondary}` }}
        >
          {found.map((group) => (
            <div key={group.key} role="group" aria-label={group.title}>
              <div aria-hidden className="palette-group" style={{ color: token.colorTextSecondary }}>
                {group.title}
              </div>
              {group.entries.map((entry) => (
                <Option
                  key={entry.key}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === active}
                  onPoint={() => setChosen(entry.key)}
                  onOpen={() => open(entry)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {typed.trim() === "" && entries.length === 0 && (
        <p className="palette-hint" style={{ color: token.colorTextSecondary }}>
          {words("hint")}
        </p>
      )}
      <div
        className="palette-foot"
        style={{ borderTop: `1px solid ${token.colorBorderSecondary}`, color: token.colorTextSecondary }}
      >
        <span role="status">{said}</span>
        <span className="palette-keys">{words("keys")}</span>
      </div>
    </div>
  );
}
