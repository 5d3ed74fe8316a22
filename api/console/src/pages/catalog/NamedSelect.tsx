import { Select } from "antd";
import { useState } from "react";
import { useTexts } from "../../texts/texts";
import type { Named } from "./variants";

const bundle = { create: ["New: {{name}}", "新建：{{name}}"] } as const;
const NEW = 0;

interface Props {
  label: string;
  placeholder?: string;
  /** The matches of the input. */
  found: readonly Named[];
  value?: readonly Named[];
  onSearch: (text: string) => void;
  onChosen: (chosen: Named) => void;
  onRemoved?: (id: number) => void;
  /** Creates a missing item; without it nothing new is offered. */
  create?: (name: string) => Promise<Named>;
  busy?: boolean;
  multiple?: boolean;
}

/** Items selected by name; a missing one can be created on the spot. */
export function NamedSelect(props: Props) {
  const { label, placeholder, found, value = [], onSearch, onChosen, onRemoved, create, busy, multiple } = props;
  const words = useTexts(bundle);
  const [text, setText] = useState("");
  const typed = text.trim();
  const isNew = create && typed !== "" && !found.some(({ name }) => name === typed);
  const search = (next: string) => {
    setText(next);
    onSearch(next.trim());
  };
  const choose = async ({ value: id, label: name }: { value: number; label: string }) => {
    search("");
    if (id !== NEW) return onChosen({ id, name });
    const made = await create?.(typed).catch(() => undefined);
    if (made) onChosen(made);
  };
  return (
    <Select<{ value: number; label: string } | { value: number; label: string }[], { value: number; label: string }>
      aria-label={label}
      {...(placeholder ? { placeholder } : {})}
      {...(multiple ? { mode: "multiple" as const } : {})}
      labelInValue
      showSearch={{ filterOption: false, searchValue: text, onSearch: search }}
      loading={busy ?? false}
      style={{ width: "100%" }}
      value={multiple ? value.map(({ id, name }) => ({ value: id, label: name })) : (null as never)}
      options={[
        ...found.map(({ id, name }) => ({ value: id, label: name })),
        ...(isNew ? [{ value: NEW, label: words("create", { name: typed }) }] : []),
      ]}
      onSelect={(chosen) => void choose(chosen as { value: number; label: string })}
      onDeselect={(gone) => onRemoved?.((gone as { value: number }).value)}
    />
  );
}
