import type { ChangeKind, InterfaceChange } from "./compareDocuments.js";

type Words = readonly [en: string, zh: string];

const sentences: Readonly<Record<string, Words>> = {
  added: ["is new", "新增接口"],
  removed: ["is gone", "已移除"],
  signInNeeded: ["needs a sign-in", "需要登录"],
  signInFreed: ["needs no sign-in any more", "不再需要登录"],
  contentType: ["takes {after} instead of {before}", "请求体类型由 {before} 改为 {after}"],
  parameterAdded: ["takes the parameter {field}", "可接受参数 {field}"],
  parameterNeeded: ["needs the parameter {field}", "必须提供参数 {field}"],
  parameterRemoved: ["takes no parameter {field} any more", "不再接受参数 {field}"],
  refusalAdded: ["may refuse with {field}", "可能返回错误码 {field}"],
  refusalRemoved: ["refuses with {field} no more", "不再返回错误码 {field}"],
};
const subjects: Readonly<Record<string, Words>> = {
  body: ["the body's {field}", "请求体的 {field}"],
  parameter: ["the parameter {field}", "参数 {field}"],
  answer: ["the answer's {field}", "响应的 {field}"],
};
const predicates: Readonly<Record<string, Words>> = {
  Added: ["is new", "为新增"],
  Removed: ["is gone", "已移除"],
  Needed: ["is always there", "变为必填"],
  Optional: ["may be missing", "变为可选"],
  Type: ["is {after}, was {before}", "类型由 {before} 改为 {after}"],
  Values: ["has the values {after}, had {before}", "取值由 {before} 改为 {after}"],
  Bound: ["has another bound: {after}, was {before}", "限制由 {before} 改为 {after}"],
};
const none: Words = ["none", "无"];

/** The kind of a change as a sentence without its call; a text in both languages. */
export function wordsOf({ kind, field, before, after }: InterfaceChange): Words {
  const pattern = patternOf(kind);
  const filled = (index: 0 | 1): string =>
    pattern[index]
      .replace("{field}", field)
      .replace("{before}", before || none[index])
      .replace("{after}", after || none[index]);
  return [filled(0), filled(1)];
}

function patternOf(kind: ChangeKind): Words {
  const whole = sentences[kind];
  if (whole) return whole;
  const [, subject = "", predicate = ""] = /^(body|parameter|answer)(\w+)$/.exec(kind) ?? [];
  const [of, is] = [subjects[subject], predicates[predicate]];
  if (!of || !is) throw new Error(`no words for ${kind}`);
  return [`${of[0]} ${is[0]}`, `${of[1]}${is[1]}`];
}
