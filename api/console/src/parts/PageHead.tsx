import { Space } from "antd";
import type { ReactNode } from "react";

/** A page's heading, and what can be done on it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      <Space wrap>{children}</Space>
    </div>
  );
}
