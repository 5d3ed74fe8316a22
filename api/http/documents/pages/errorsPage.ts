import { declaredErrors } from "#shared/kernel/request/errors.js";
import type { Language } from "#shared/kernel/request/context.js";
import { httpStatus } from "../../errors.js";
import { adviceFor } from "./advice.js";
import { docsPage, escape, linkTo, say, type Words } from "./layout.js";

/** The domains that declare errors, with names for people; a test fails by one without a row. */
export const domainNames: Readonly<Record<string, Words>> = {
  kernel: ["Every call", "所有接口"],
  session: ["Sessions", "会话"],
  member: ["Members", "会员"],
  "member.sms": ["Codes by SMS", "短信验证码"],
  social: ["Social provider", "社交平台"],
  account: ["Closed accounts", "账号注销"],
  accountMerge: ["Merged accounts", "账号合并"],
  loyalty: ["Points, levels, sign-in days", "积分、等级与签到"],
  catalog: ["Products and stock", "商品与库存"],
  cart: ["Cart", "购物车"],
  trade: ["Orders and after-sales", "订单与售后"],
  pay: ["Payment", "支付"],
  wallet: ["Wallet", "钱包"],
  recharge: ["Recharges", "充值"],
  invoice: ["Invoices", "发票"],
  promotion: ["Coupons and content", "优惠券与内容"],
  activity: ["Activities", "营销活动"],
  live: ["Lives", "直播"],
  chat: ["Chat", "聊天"],
  video: ["Videos", "视频"],
  media: ["Pictures and files", "图片与文件"],
  website: ["Website", "官网"],
  license: ["Licenses", "授权"],
  admin: ["Operators", "运营账号"],
  operations: ["Operations", "运维"],
  process: ["Processes", "进程"],
  queue: ["Jobs and queues", "任务与队列"],
  recycle: ["Recycle bin", "回收站"],
  alert: ["Alerts", "告警"],
  warnings: ["Warnings", "预警"],
  webhook: ["Webhooks", "回调通知"],
  machineKey: ["Machine keys", "机器密钥"],
  trial: ["Troubles to try", "故障演练"],
  mail: ["Mail", "邮件"],
};
/** Of tests alone. */
const notOurs = new Set(["test", "again"]);

const words = {
  lead: [
    "Every answer is {code, data, msg}. Codes below 600 are the HTTP status too; the others come as HTTP 200, unless a status stands beside them. {x} takes a value. The message is in the language of Accept-Language.",
    "每个响应都是 {code, data, msg}。600 以下的错误码同时是 HTTP 状态；其余以 HTTP 200 返回，除非旁边注明了状态。{x} 会替换为具体值。提示语言由 Accept-Language 决定。",
  ],
  guide: ["How the typed client handles them", "类型化客户端如何处理错误"],
  find: ["Find a code or a word", "查找错误码或文字"],
  none: ["No code fits.", "没有匹配的错误码。"],
  code: ["Code", "错误码"],
  english: ["English", "英文"],
  chinese: ["Chinese", "中文"],
  todo: ["What a client does", "客户端的处理"],
} as const satisfies Record<string, Words>;

/** The page at /docs/errors: every code with both texts and what a client does, by domain; `#1001009004` leads to a row. */
export async function errorsPage(language: Language): Promise<string> {
  // Declared by a client that workers alone load.
  await import("#shared/providers/mail/port.js");
  const text = (name: keyof typeof words): string => escape(say(language, words[name]));
  const declared = declaredErrors().filter(({ domain }) => !notOurs.has(domain));
  const order = Object.keys(domainNames);
  const domains = [...new Set(declared.map(({ domain }) => domain))].sort(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  );
  const head = `<thead><tr>${(["code", "english", "chinese", "todo"] as const).map((name) => `<th>${text(name)}</th>`).join("")}</tr></thead>`;
  const sections = domains.map((domain) => {
    const rows = declared.filter((one) => one.domain === domain).map((one) => rowOf(one, language));
    const name = say(language, domainNames[domain] ?? [domain, domain]);
    return `<section><h2 id="${escape(domain)}">${escape(name)}</h2><table class="codes">${head}<tbody>
${rows.join("\n")}</tbody></table></section>`;
  });
  const guide = `<a href="${linkTo("/docs/guides/errors", language)}">${text("guide")}</a>`;
  return docsPage({
    language,
    part: "errors",
    path: "/docs/errors",
    name: say(language, ["Error codes", "错误码"]),
    head: `<script src="/docs/find.js" defer></script>`,
    body: `<main class="page alone"><h1>${escape(say(language, ["Error codes", "错误码"]))}</h1><p>${text("lead")} ${guide}</p>
<p><input type="search" id="find" aria-label="${text("find")}" placeholder="${text("find")}" autocomplete="off"></p>
<p id="none" hidden>${text("none")}</p>
${sections.join("\n")}</main>`,
  });
}

interface Row {
  code: number;
  name: string;
  en: string;
  zh: string;
}

function rowOf({ code, name, en, zh }: Row, language: Language): string {
  const status = httpStatus(code);
  const travels = status === code || status === 200 ? "" : `<br><span class="soft">HTTP ${status}</span>`;
  return `<tr id="${code}"><td><a href="#${code}"><code>${code}</code></a>${travels}<br><span class="soft">${escape(name)}</span></td><td lang="en">${escape(en)}</td><td lang="zh-CN">${escape(zh)}</td><td>${escape(say(language, adviceFor(code, status)))}</td></tr>`;
}

/** Hides the rows that do not hold what is typed, and sections without any. */
export const findScript = `const find = document.getElementById("find");
const show = () => {
  const wanted = find.value.trim().toLowerCase();
  let any = false;
  for (const section of document.querySelectorAll("section")) {
    let some = false;
    for (const row of section.querySelectorAll("tbody tr")) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
      some ||= !row.hidden;
    }
    section.hidden = !some;
    any ||= some;
  }
  document.getElementById("none").hidden = any;
};
find.addEventListener("input", show);
addEventListener("hashchange", () => {
  find.value = "";
  show();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
show();
`;
