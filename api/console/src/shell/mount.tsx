import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ownInfo } from "../client/ownInfo";
import { queryClient } from "../client/queries";
import { Console } from "./Console";
import { groups } from "./menu";
import type { OperatorInfo } from "./operator";
import { pageAt } from "./pages";

/** Shows the console of whoever is signed in, as is being asked; returns how to take it away. */
export function mountConsole(root: HTMLElement, operator: Promise<OperatorInfo>): () => void {
  void queryClient.prefetchQuery({ queryKey: [ownInfo, {}], queryFn: () => operator });
  // Beside the question who is signed in, not after it.
  pageAt(
    location.pathname.replace(/^\/console/, ""),
    groups.flatMap(({ pages }) => pages),
  )?.preload();
  const console = createRoot(root);
  console.render(
    <StrictMode>
      <Console />
    </StrictMode>,
  );
  return () => {
    console.unmount();
    // The next operator at this browser must not see cached data of the previous one.
    queryClient.clear();
  };
}
