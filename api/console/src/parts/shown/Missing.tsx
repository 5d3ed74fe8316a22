import { Result } from "antd";
import { useTexts } from "../../texts/texts";
import { usePageTitle } from "../usePageTitle";

const bundle = { missing: ["Page not found.", "页面不存在。"] } as const;

/** Shown for an unknown address. */
export function Missing() {
  const words = useTexts(bundle);
  usePageTitle(words("missing"));
  return <Result status="404" title={words("missing")} />;
}
