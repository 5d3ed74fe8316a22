import { Card, Descriptions } from "antd";
import type { ReactNode } from "react";

interface Props {
  title?: string;
  /** A label with what stands beside it; what is undefined is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  extra?: ReactNode;
  columns?: number;
}

/** What is known of one thing, label by label. */
export function Facts({ title, facts, extra, columns = 3 }: Props) {
  return (
    <Card {...(title ? { title } : {})} {...(extra ? { extra } : {})} style={{ marginBottom: 16 }}>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 1, md: Math.min(2, columns), xl: columns }}
        items={facts
          .filter(([, value]) => value !== undefined)
          .map(([label, value]) => ({
            key: label,
            label,
            children: value === null || value === "" ? "–" : value,
            styles: { content: { overflowWrap: "anywhere" } },
          }))}
      />
    </Card>
  );
}
