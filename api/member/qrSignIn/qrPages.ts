import type { Language } from "#shared/kernel/request/context.js";

/** The phone's final pages: small, without scripts, in light and dark, in English and Chinese. */
export type QrPage = "confirmed" | "cancelled" | "over" | "wait" | "failed";

const texts: Record<QrPage, Record<Language, { title: string; lead: string }>> = {
  confirmed: {
    en: { title: "You are signed in", lead: "Go on in the browser that showed the code. You may close this page." },
    zh: { title: "登录成功", lead: "请回到显示二维码的浏览器继续操作，本页面可以关闭。" },
  },
  cancelled: {
    en: { title: "Sign-in cancelled", lead: "Nobody was signed in. To sign in, have the browser show a new code." },
    zh: { title: "已取消登录", lead: "未进行登录。如需登录，请在浏览器中刷新二维码。" },
  },
  over: {
    en: { title: "This code is no longer valid", lead: "Have the browser show a new code and scan that one." },
    zh: { title: "二维码已失效", lead: "请在浏览器中刷新二维码后重新扫描。" },
  },
  wait: {
    en: { title: "One moment", lead: "Your sign-in is being checked. This page goes on by itself." },
    zh: { title: "请稍候", lead: "正在确认登录，页面将自动刷新。" },
  },
  failed: {
    en: { title: "Sign-in did not work", lead: "Scan the code once more." },
    zh: { title: "未能登录", lead: "请重新扫描二维码。" },
  },
};
const shops: Record<Language, string> = { en: "Member commerce", zh: "会员商城" };

const marks: Record<QrPage, { sign: string; kind: "good" | "bad" | "calm" }> = {
  confirmed: { sign: "M6 13l4 4 8-9", kind: "good" },
  cancelled: { sign: "M7 7l10 10M17 7L7 17", kind: "calm" },
  over: { sign: "M12 6v6l4 3", kind: "calm" },
  wait: { sign: "M12 6v6l4 3", kind: "calm" },
  failed: { sign: "M12 6v7M12 17v.5", kind: "bad" },
};

const style = `
:root { color-scheme: light dark; --back: #f4f6f8; --card: #fff; --ink: #1c2430; --soft: #5b6675; --line: #cfd6de;
  --good: #1b7f3b; --bad: #b3261e; --calm: #5b6675; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --card: #1b212a; --ink: #e8ecf1; --soft: #9aa6b4;
  --line: #37424f; --good: #6fd08c; --bad: #ffb4ab; --calm: #9aa6b4; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--back);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; text-align: center; }
svg { width: 4rem; height: 4rem; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round;
  stroke-linejoin: round; }
.good { color: var(--good); } .bad { color: var(--bad); } .calm { color: var(--calm); }
h1 { margin: .75rem 0 .5rem; font-size: 1.375rem; }
p { margin: 0; color: var(--soft); }
.reason { margin: 0 0 .5rem; color: var(--bad); }
.shop { margin: 1.5rem 0 0; font-size: .875rem; }
`;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** @param reason why it failed, in the reader's language */
export function qrPage(kind: QrPage, language: Language, reason = ""): string {
  const { title, lead } = texts[kind][language];
  const { sign, kind: colour } = marks[kind];
  return `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main>
<svg class="${colour}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10.5"/><path d="${sign}"/></svg>
<h1>${title}</h1>
${reason ? `<p class="reason">${escape(reason)}</p>\n` : ""}<p>${lead}</p>
<p class="shop">${shops[language]}</p>
</main></body>
</html>
`;
}
