import type { Language } from "#shared/kernel/request/context.js";

/** Plain pages around the queues: they work without scripts, in light and dark, in English and Chinese. */
const texts = {
  en: {
    title: "Queues",
    shop: "Member commerce",
    lead: "Sign in as an operator to see the queues.",
    username: "User name",
    password: "Password",
    totp: "Code of your authenticator app",
    totpHint: "only if your account has one",
    signIn: "Sign in",
    signOut: "Sign out",
    leave: "Sign out of the queue pages?",
    back: "Back to the queues",
    noRight: "You may not see the queues",
    noRightLead: "Your roles lack the permission infra:queue:read. Ask an administrator, or sign in as somebody else.",
  },
  zh: {
    title: "任务队列",
    shop: "会员商城",
    lead: "请以管理员身份登录后查看队列。",
    username: "用户名",
    password: "密码",
    totp: "动态验证码",
    totpHint: "未启用可不填",
    signIn: "登录",
    signOut: "退出登录",
    leave: "确定退出队列页面吗？",
    back: "返回队列",
    noRight: "没有查看队列的权限",
    noRightLead: "您的角色缺少 infra:queue:read 权限，请联系管理员，或换一个账号登录。",
  },
} as const;

const style = `
:root { color-scheme: light dark; --back: #f4f6f8; --card: #fff; --ink: #1c2430; --soft: #5b6675; --line: #cfd6de;
  --act: #1f5fbf; --bad: #b3261e; --badback: #fdecea; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --card: #1b212a; --ink: #e8ecf1; --soft: #9aa6b4;
  --line: #37424f; --act: #3b7ddd; --bad: #ffb4ab; --badback: #3a1f1d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--back);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; }
.shop { margin: 0; color: var(--soft); font-size: .875rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
p { margin: 0 0 1.25rem; color: var(--soft); }
label { display: block; margin-bottom: 1rem; font-weight: 600; }
small { font-weight: 400; color: var(--soft); }
input { display: block; width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; font-weight: 400; color: inherit;
  background: transparent; border: 1px solid var(--line); border-radius: 8px; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--act); outline-offset: 2px; }
button { width: 100%; padding: .7rem; font: inherit; font-weight: 600; color: #fff; background: var(--act); border: 0;
  border-radius: 8px; cursor: pointer; }
.fault { padding: .6rem .75rem; color: var(--bad); background: var(--badback); border-radius: 8px; }
.back { display: block; margin-top: 1rem; text-align: center; color: var(--soft); }
`;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

function page(language: Language, content: string): string {
  const { title, shop } = texts[language];
  return `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><p class="shop">${shop}</p>${content}</main></body>
</html>
`;
}

/** The sign-in form; `fault` is the reason of the last failure, `username` is filled in again. */
export function signInPage(language: Language, base: string, { fault = "", username = "" } = {}): string {
  const text = texts[language];
  return page(
    language,
    `<h1>${text.title}</h1><p>${text.lead}</p>
${fault ? `<p class="fault" role="alert">${escape(fault)}</p>` : ""}
<form method="post" action="${base}/sign-in">
<label>${text.username}<input name="username" required maxlength="30" autocomplete="username" autocapitalize="none"
  value="${escape(username)}"${username ? "" : " autofocus"}></label>
<label>${text.password}<input name="password" type="password" required maxlength="64" autocomplete="current-password"></label>
<label>${text.totp} <small>(${text.totpHint})</small><input name="totp" maxlength="11"
  autocapitalize="none" autocomplete="one-time-code"></label>
<button>${text.signIn}</button></form>`,
  );
}

const signOutForm = (language: Language, base: string): string =>
  `<form method="post" action="${base}/sign-out"><button>${texts[language].signOut}</button></form>`;

export function signOutPage(language: Language, base: string): string {
  const { leave, back, title } = texts[language];
  return page(
    language,
    `<h1>${title}</h1><p>${leave}</p>${signOutForm(language, base)}<a class="back" href="${base}/">${back}</a>`,
  );
}

export function noRightPage(language: Language, base: string): string {
  const { noRight, noRightLead } = texts[language];
  return page(language, `<h1>${noRight}</h1><p>${noRightLead}</p>${signOutForm(language, base)}`);
}
