import { Typography } from "antd";
import type { ReactNode } from "react";

const small = { display: "block", fontSize: 12 } as const;
const narrow = { ...small, maxWidth: 220, overflowWrap: "anywhere" } as const;

/** The smaller line below the value of a table cell; an error is red and wraps. */
export const SecondLine = ({ children, isError = false }: { children: ReactNode; isError?: boolean }) => (
  <Typography.Text type={isError ? "danger" : "secondary"} style={isError ? narrow : small}>
    {children}
  </Typography.Text>
);
