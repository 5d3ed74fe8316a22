import i18next from "i18next";
import { get } from "./client/client";
import { ownInfo } from "./client/ownInfo";
import { onSignIn, signInMark } from "./client/signInMark";
import { SignInForm } from "./door/signIn";
import { inLanguage, startLanguage } from "./texts/language";

const root = document.getElementById("root")!;
const loadConsole = () => import("./shell/mount");
/** What is shown: nothing yet, the form, or the console, by how to take it away. */
let form: SignInForm | undefined;
let takeAway: (() => void) | undefined;

/** The sign-in, or the console of whoever is signed in, whose files are loaded while the form is filled in. */
async function show(): Promise<void> {
  if (signInMark() === null) {
    if (form && !takeAway) return;
    takeAway?.();
    takeAway = undefined;
    form = new SignInForm();
    form.showIn(root);
    void loadConsole().catch(() => undefined);
    return;
  }
  // Beside the files, not after them.
  const operator = get(ownInfo);
  operator.catch(() => undefined);
  try {
    const { mountConsole } = await loadConsole();
    if (takeAway || signInMark() === null) return;
    form = undefined;
    root.replaceChildren();
    takeAway = mountConsole(root, operator);
  } catch {
    showFault();
  }
}

/** Its files cannot be loaded: the network, or a newer version took their place. */
function showFault(): void {
  form ??= new SignInForm();
  form.showIn(root);
  form.refuse(inLanguage(["The console cannot be loaded. Reload the page.", "页面加载失败，请刷新重试。"]));
}

await startLanguage();
onSignIn(() => void show());
i18next.on("languageChanged", () => {
  if (!form) return;
  form = new SignInForm(form.typed());
  form.showIn(root);
});
await show();
