import type { z } from "zod";
import { errors, type AppError } from "#shared/kernel/request/errors.js";
import type { Language } from "#shared/kernel/request/context.js";

/** The first error of an input as a named refusal: "count: must be at least 1". */
export function inputRefusal(error: z.ZodError, language: Language): AppError {
  const issue = error.issues[0]!;
  const field = issue.path.length > 0 ? issue.path.map(String).join(".") : "body";
  return errors.BadInput({ field, reason: reasonOf(issue, language) });
}

type Issue = z.core.$ZodIssue;

function reasonOf(issue: Issue, language: Language): string {
  const zh = language === "zh";
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return zh ? "必填" : "is required";
    const kind = typeNames[issue.expected] ?? issue.expected;
    return zh ? `必须是${kindsZh[kind] ?? kind}` : `must be ${kind}`;
  }
  if (issue.code === "too_small") return bound(issue.origin, Number(issue.minimum), "min", zh);
  if (issue.code === "too_big") return bound(issue.origin, Number(issue.maximum), "max", zh);
  if (issue.code === "invalid_value")
    return `${zh ? "必须是以下之一：" : "must be one of "}${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_format" && issue.message.startsWith("Invalid"))
    return zh ? `格式不正确` : `must be a valid ${issue.format}`;
  if (issue.code === "invalid_union") return zh ? "格式不正确" : "has no allowed form";
  return issue.message;
}

const typeNames: Record<string, string> = {
  number: "a number",
  int: "a whole number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
const kindsZh: Record<string, string> = {
  "a number": "数字",
  "a whole number": "整数",
  text: "文本",
  "true or false": "布尔值",
  "a list": "数组",
  "an object": "对象",
};

function bound(origin: string, limit: number, side: "min" | "max", zh: boolean): string {
  const least = side === "min";
  if (origin === "string") {
    if (least && limit === 1) return zh ? "不能为空" : "must not be empty";
    return zh
      ? `长度${least ? "至少" : "最多"} ${limit}`
      : `must be ${least ? "at least" : "at most"} ${limit} characters long`;
  }
  if (origin === "array")
    return zh
      ? `${least ? "至少" : "最多"} ${limit} 项`
      : `must have ${least ? "at least" : "at most"} ${limit} entries`;
  return zh ? `${least ? "不能小于" : "不能大于"} ${limit}` : `must be ${least ? "at least" : "at most"} ${limit}`;
}
