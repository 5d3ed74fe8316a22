import { Flex, Input, Segmented } from "antd";
import { useState } from "react";
import { useTexts } from "../../texts/texts";

const bundle = {
  view: ["View", "视图"],
  source: ["HTML", "HTML 源码"],
  preview: ["Preview", "预览"],
} as const;

interface Props {
  id?: string;
  label?: string;
  value?: string;
  onChange?: (html: string) => void;
}

/** HTML as text, with a preview. The preview runs no script; the API sanitizes what is saved. */
export function RichText({ id, label, value = "", onChange }: Props) {
  const words = useTexts(bundle);
  const [shown, setShown] = useState<"source" | "preview">("source");
  return (
    <Flex vertical gap={8} align="start">
      <Segmented
        size="small"
        aria-label={words("view")}
        value={shown}
        onChange={setShown}
        options={[
          { value: "source", label: words("source") },
          { value: "preview", label: words("preview") },
        ]}
      />
      {shown === "source" ? (
        <Input.TextArea
          {...(id ? { id } : {})}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
          autoSize={{ minRows: 6, maxRows: 20 }}
          spellCheck={false}
          style={{ fontFamily: "ui-monospace, monospace", fontSize: 13 }}
        />
      ) : (
        <iframe
          title={`${words("preview")}${label ? `: ${label}` : ""}`}
          sandbox=""
          srcDoc={`<style>body{font:14px/1.7 system-ui;margin:12px;color:#222}img{max-width:100%}</style>${value}`}
          style={{ width: "100%", height: 320, border: "1px solid #8884", borderRadius: 6, background: "#fff" }}
        />
      )}
    </Flex>
  );
}
