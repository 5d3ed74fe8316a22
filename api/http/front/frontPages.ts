import { config } from "#shared/kernel/config/config.js";
import { isOn } from "#shared/kernel/config/providers.js";
import { providerNames } from "#shared/kernel/config/providerGroups.js";
import type { Language } from "#shared/kernel/request/context.js";

/** The pages at `/`: without scripts, in light and dark, in English and Chinese. */

const words = {
  lead: [
    "The shop is running. This page is only shown outside production.",
    "商城正在运行。本页面仅在非生产环境显示。",
  ],
  where: ["Addresses", "访问地址"],
  signIns: ["Sign-ins", "登录账号"],
  providers: ["Providers", "外部平台"],
  providersLead: [
    "Each is whole or off: PROVIDERS_OFF, or no keys at all.",
    "每个平台要么完整启用，要么关闭：PROVIDERS_OFF 或不配置密钥。",
  ],
  on: ["on", "已启用"],
  off: ["off", "已关闭"],
  shop: ["The shop, as a member’s phone sees it", "商城（会员手机端）"],
  shopNote: ["in a wide window with the jobs of each order beside it", "宽屏时旁边显示每个订单的后台任务"],
  console: ["Operators’ console", "运营管理台"],
  docs: ["API documentation", "接口文档"],
  document: ["OpenAPI document", "OpenAPI 文档"],
  queues: ["Queues", "队列"],
  sandbox: ["The providers’ sandbox", "外部平台沙箱"],
  health: ["Health", "健康检查"],
  metrics: ["Metrics", "监控指标"],
  operator: ["Operator", "操作员"],
  member: ["Demo member", "演示会员"],
  password: ["password", "密码"],
  asStarted: ["as shown by npm start", "见 npm start 的输出"],
  metricsNote: ["needs METRICS_TOKEN, or an operator’s sign-in", "需要 METRICS_TOKEN 或操作员登录"],
} as const;
const shopNames: Record<Language, string> = { en: "Member commerce", zh: "会员商城" };

const shopName = (language: Language): string => config.SHOP_NAME ?? shopNames[language];

const style = `
:root { color-scheme: light dark; --back: #f4f6f8; --card: #fff; --ink: #1c2430; --soft: #5b6675; --line: #e1e6eb;
  --link: #0f766e; --on: #1b7f3b; --off: #5b6675; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --card: #1b212a; --ink: #e8ecf1; --soft: #9aa6b4;
  --line: #2c3541; --link: #5eead4; --on: #6fd08c; --off: #9aa6b4; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2.5rem 1rem; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", sans-serif; }
body.name { min-height: 100vh; display: grid; place-items: center; }
main { max-width: 46rem; margin: 0 auto; }
header { display: flex; gap: 1rem; align-items: center; margin-bottom: 1.5rem; }
header img { width: 3rem; height: 3rem; flex: none; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
header p, section p { margin: .25rem 0 0; color: var(--soft); }
section { margin-top: 1rem; padding: 1.25rem 1.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; }
h2 { margin: 0 0 .5rem; font-size: 1.0625rem; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: .5rem 1.5rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd small { display: block; color: var(--soft); }
a { color: var(--link); }
code { font: .9375em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
ul { display: flex; flex-wrap: wrap; gap: .5rem; margin: .75rem 0 0; padding: 0; list-style: none; }
li { padding: .125rem .75rem; border: 1px solid var(--line); border-radius: 999px; font-size: .9375rem; }
li b { font-weight: 600; } .on b { color: var(--on); } .off { color: var(--off); } .off b { font-weight: 400; }
@media (max-width: 34rem) { body { padding: 1.25rem .75rem; } section { padding: 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .75rem; } dd:last-child { margin-bottom: 0; } }
`;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

function page(language: Language, kind: "name" | "addresses", body: string): string {
  const name = escape(shopName(language));
  return `<!doctype html>
<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body class="${kind}"><main>
${body}
</main></body>
</html>
`;
}

const head = (language: Language, lead = ""): string =>
  `<header><img src="/favicon.svg" alt=""><div><h1>${escape(shopName(language))}</h1>${lead && `<p>${lead}</p>`}</div></header>`;

/** Production: who this is, and nothing else. */
export const namePage = (language: Language): string => page(language, "name", head(language));

/** Elsewhere: where everything is, and how to sign in. @param isHere whether the operator's password may be shown */
export function developersPage(language: Language, isHere: boolean): string {
  const say = (word: keyof typeof words): string => words[word][language === "zh" ? 1 : 0];
  const addresses: [title: string, href: string, note?: string][] = [
    [say("shop"), "/shop", say("shopNote")],
    [say("console"), "/console"],
    [say("docs"), "/docs"],
    [say("document"), "/openapi.json"],
    [say("queues"), "/queues"],
    ...(config.SANDBOX_URL ? [[say("sandbox"), config.SANDBOX_URL] as [string, string]] : []),
    [say("health"), "/health/ready"],
    [say("metrics"), "/metrics", config.METRICS_TOKEN ? say("metricsNote") : undefined] as [string, string, string?],
  ];
  const password = isHere ? config.OPERATOR_PASSWORD : undefined;
  const signIns: [title: string, name: string, secret: string][] = [
    [say("operator"), config.OPERATOR_USERNAME, password ? `<code>${escape(password)}</code>` : say("asStarted")],
    [say("member"), "13800000001", "<code>demo1234</code>"],
  ];
  const rows = (pairs: [string, string][]): string =>
    `<dl>${pairs.map(([title, text]) => `<dt>${title}</dt><dd>${text}</dd>`).join("\n")}</dl>`;
  return page(
    language,
    "addresses",
    `${head(language, say("lead"))}
<section><h2>${say("where")}</h2>
${rows(addresses.map(([title, href, note]) => [title, `<a href="${escape(href)}">${escape(href)}</a>${note ? `<small>${note}</small>` : ""}`]))}</section>
<section><h2>${say("signIns")}</h2>
${rows(signIns.map(([title, name, secret]) => [title, `<code>${escape(name)}</code>, ${say("password")} ${secret}`]))}</section>
<section><h2>${say("providers")}</h2><p>${say("providersLead")}</p>
<ul>${providerNames
      .map((name) =>
        isOn(name)
          ? `<li class="on">${name} <b>${say("on")}</b></li>`
          : `<li class="off">${name} <b>${say("off")}</b></li>`,
      )
      .join("\n")}</ul></section>`,
  );
}
