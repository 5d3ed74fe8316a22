import { Input } from "antd";

interface Props {
  id?: string;
  value?: unknown;
  onChange?: (text: string) => void;
}

/** An object or a list as text. The form's value is the object at first, and the text after a change. */
export function JsonText({ id, value, onChange }: Props) {
  const shown = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value, null, 2);
  return (
    <Input.TextArea
      {...(id ? { id } : {})}
      value={shown}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={() => {
        const read = readJson(shown);
        if (read !== undefined && read !== null) onChange?.(JSON.stringify(read, null, 2));
      }}
      autoSize={{ minRows: 3, maxRows: 16 }}
      spellCheck={false}
      style={{ fontFamily: "ui-monospace, monospace", fontSize: 13 }}
    />
  );
}

/** null when it is empty, undefined when it is not an object or a list. */
export function readJson(value: unknown): object | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "object") return value;
  try {
    const read: unknown = JSON.parse(String(value));
    return typeof read === "object" ? read : undefined;
  } catch {
    return undefined;
  }
}
