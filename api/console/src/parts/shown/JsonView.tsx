import { theme } from "antd";

/** Data as text. */
export function JsonView({ value }: { value: unknown }) {
  const { token } = theme.useToken();
  return (
    <pre
      tabIndex={0}
      style={{
        margin: 0,
        padding: 12,
        maxHeight: 360,
        overflow: "auto",
        fontSize: 12,
        background: token.colorFillQuaternary,
        borderRadius: token.borderRadius,
      }}
    >
      {JSON.stringify(value, null, 2) ?? "–"}
    </pre>
  );
}
