import { useEffect } from "react";
import { useTexts } from "../texts/texts";

const bundle = { shop: ["Shop console", "商城管理台"] } as const;

/** Sets the browser tab's title: the page's own title first. */
export function usePageTitle(title: string): void {
  const words = useTexts(bundle);
  useEffect(() => {
    document.title = `${title} · ${words("shop")}`;
  });
}
