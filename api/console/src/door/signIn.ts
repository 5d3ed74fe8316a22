import { ApiError, post } from "../client/client";
import { markSignedIn, wasEnded } from "../client/signInMark";
import { inLanguage } from "../texts/language";
import { element, type Props } from "./element";
import { preferences } from "./preferences";

const texts = {
  shop: ["Shop console", "商城管理台"],
  username: ["User name", "用户名"],
  password: ["Password", "密码"],
  show: ["Show", "显示"],
  hide: ["Hide", "隐藏"],
  totp: ["Authenticator code", "动态验证码"],
  totpHint: ["If enabled: six digits or a recovery code", "如已启用，请输入六位数字或恢复码"],
  submit: ["Sign in", "登录"],
  ended: [
    "You were signed out: your session ended or expired. You return to this page after signing in.",
    "登录已失效或被强制退出，重新登录后将回到当前页面。",
  ],
  required: ["This field is required", "请填写"],
} as const;
const words = (key: keyof typeof texts): string => inLanguage(texts[key]);

type Name = "username" | "password" | "totp";
type Typed = Record<Name, string>;

/** The sign-in, made without the framework: it is there before the console is. */
export class SignInForm {
  readonly #message = element("div");
  readonly #inputs: Record<Name, HTMLInputElement>;
  readonly #submit = element("button", { type: "submit", className: "door-submit" }, words("submit"));
  readonly #page: HTMLElement;

  /** `typed`: what was typed into an earlier one. */
  constructor(typed: Partial<Typed> = {}) {
    const input = (name: Name, more: Props<"input">): HTMLInputElement =>
      element("input", { id: name, name, value: typed[name] ?? "", oninput: () => this.#tell(name, ""), ...more });
    this.#inputs = {
      username: input("username", { autocomplete: "username" }),
      password: input("password", { autocomplete: "current-password", type: "password" }),
      totp: input("totp", { autocomplete: "one-time-code", maxLength: 11 }),
    };
    const { username, password, totp } = this.#inputs;
    totp.setAttribute("aria-describedby", "totp-hint");
    const form = element(
      "form",
      { noValidate: true },
      field(username),
      field(password, shower(password)),
      field(totp, element("p", { id: "totp-hint", className: "door-hint" }, words("totpHint"))),
      this.#submit,
    );
    form.addEventListener("submit", (event) => void this.#send(event));
    if (wasEnded()) this.#say("door-warning", words("ended"));
    const card = element("div", { className: "door-card" }, element("h1", {}, words("shop")), this.#message, form);
    this.#page = element("main", { className: "door" }, card, preferences());
  }

  showIn(root: HTMLElement): void {
    document.title = `${words("submit")} · ${words("shop")}`;
    root.replaceChildren(this.#page);
    (this.#inputs.username.value === "" ? this.#inputs.username : this.#inputs.password).focus();
  }

  typed(): Typed {
    const { username, password, totp } = this.#inputs;
    return { username: username.value, password: password.value, totp: totp.value };
  }

  refuse(reason: string): void {
    this.#say("door-fault", reason);
    this.#wait(false);
  }

  #say(className: string, text: string): void {
    this.#message.replaceChildren(element("p", { className, attributes: { role: "alert" } }, text));
  }

  async #send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#submit.disabled) return;
    const { totp, ...needed } = this.typed();
    const missing = (["username", "password"] as const).filter((name) => needed[name] === "");
    for (const name of missing) this.#tell(name, words("required"));
    if (missing[0]) return this.#inputs[missing[0]].focus();
    this.#message.replaceChildren();
    this.#wait(true);
    try {
      await post("/admin-api/system/auth/browser-login", { ...needed, ...(totp && { totp }) });
      markSignedIn();
    } catch (error) {
      this.refuse(error instanceof ApiError ? error.message : String(error));
    }
  }

  #wait(isBusy: boolean): void {
    this.#submit.disabled = isBusy;
    this.#submit.setAttribute("aria-busy", String(isBusy));
    // Another language makes another form, which would not hear the answer.
    for (const choice of this.#page.querySelectorAll("fieldset")) choice.disabled = isBusy;
  }

  /** A fault stands at its field; none: "". */
  #tell(name: Name, fault: string): void {
    const input = this.#inputs[name];
    document.getElementById(`${name}-fault`)?.remove();
    input.removeAttribute("aria-invalid");
    if (name !== "totp") input.removeAttribute("aria-describedby");
    if (fault === "") return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", `${name}-fault`);
    input.closest(".door-field")?.append(element("p", { id: `${name}-fault`, className: "door-field-fault" }, fault));
  }
}

const field = (input: HTMLInputElement, ...beside: Node[]): HTMLElement =>
  element(
    "div",
    { className: "door-field" },
    element("label", { htmlFor: input.id }, words(input.id as Name)),
    input,
    ...beside,
  );

/** Shows what is typed into a password, and hides it. */
function shower(input: HTMLInputElement): HTMLButtonElement {
  const button = element("button", { type: "button", className: "door-shower" }, words("show"));
  button.addEventListener("click", () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.textContent = words(isShown ? "show" : "hide");
  });
  return button;
}
