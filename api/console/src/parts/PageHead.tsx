import { ArrowLeftOutlined } from "@ant-design/icons";
import { Flex } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";

interface Props {
  title: string;
  /** Beside the title: what state it is in. */
  beside?: ReactNode;
  /** The list that a detail stands in. */
  back?: { to: string; label: string };
  children?: ReactNode;
}

/** A page's heading, and what can be done on it. */
export function PageHead({ title, beside, back, children }: Props) {
  return (
    <>
      {back && (
        <p style={{ margin: "0 0 8px" }}>
          <Link to={back.to}>
            <ArrowLeftOutlined aria-hidden /> {back.label}
          </Link>
        </p>
      )}
      <div className="page-head">
        <Flex wrap gap={8} align="center">
          <h1>{title}</h1>
          {beside}
        </Flex>
        <Flex wrap gap={8}>
          {children}
        </Flex>
      </div>
    </>
  );
}
