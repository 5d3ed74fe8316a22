import { render } from "preact";
import { App } from "./App";
import { language, speak } from "./language";

speak(language.get());
const root = document.getElementById("root")!;
root.textContent = "";
render(<App />, root);
