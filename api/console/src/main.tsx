import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Console } from "./shell/Console";
import { startTexts } from "./texts/texts";
import "./shell/console.css";
import "./pages/flow/flow.css";
import "./pages/orders/orders.css";
import "./parts/lists/lists.css";

await startTexts();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
