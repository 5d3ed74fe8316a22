import { Card, Descriptions } from "antd";
import type { ReactNode } from "react";

interface Props {
  title?: string;
  /** Labels with their values; undefined ones are omitted. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  extra?: ReactNode;
  columns?: number;
}

/** The facts of one thing, label by label. */
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
            // Not a row of its parts, which would lose the spaces between them.
            styles: { content: { display: "block", overflowWrap: "anywhere" } },
          }))}
      />
    </Card>
  );
}
