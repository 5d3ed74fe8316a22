import { ArrowLeftOutlined } from "@ant-design/icons";
import { Flex } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { usePageTitle } from "./usePageTitle";

interface Props {
  title: string;
  /** Beside the title: what state it is in. */
  beside?: ReactNode;
  /** The list that a detail stands in. */
  back?: { to: string; label: string };
  children?: ReactNode;
}

/** The page whose heading had the focus; the first one is begun from its top. */
let read: string | undefined;

/** A page's heading, which takes the focus when the page is opened, and what can be done on it. */
export function PageHead({ title, beside, back, children }: Props) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (read !== undefined && read !== pathname) heading.current?.focus();
    read = pathname;
  }, [pathname]);
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
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </Flex>
        <Flex wrap gap={8}>
          {children}
        </Flex>
      </div>
    </>
  );
}
