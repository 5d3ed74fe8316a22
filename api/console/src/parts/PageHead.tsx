import { ArrowLeftOutlined } from "@ant-design/icons";
import { Flex } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { usePageTitle } from "./usePageTitle";

interface Props {
  title: string;
  /** Beside the title: the state. */
  beside?: ReactNode;
  /** A link to the list of a detail page. */
  back?: { to: string; label: string };
  children?: ReactNode;
}

/** The page whose heading had the focus; the first one is read from its top. */
let read: string | undefined;

/** A page's heading, which takes the focus when the page opens, and the page's actions. */
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
