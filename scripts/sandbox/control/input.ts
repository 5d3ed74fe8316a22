/** Parses requests to the control; errors name the invalid field. */
import type { Context } from "koa";
import { z } from "zod";
import { readBody } from "../readBody.js";

/** Sent as {code, message, zh?, field?}: `zh` is the message in Chinese. */
export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly zh: string | undefined;

  constructor(status: number, code: string, message: string, field?: string, zh?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.zh = zh;
  }
}

export const badInput = (field: string, issue: string, zh?: string): ControlError =>
  new ControlError(400, "BAD_INPUT", `${field}: ${issue}`, field, zh === undefined ? zh : `${field}：${zh}`);
export const notFound = (what: string): ControlError => new ControlError(404, "NOT_FOUND", `no ${what}`);

/** Parses the JSON body with a schema; an empty body is {}, and the content type does not matter. */
export async function bodyOf<T>(ctx: Context, schema: z.ZodType<T>): Promise<T> {
  const bytes = await readBody(ctx.req);
  if (bytes === null) throw new ControlError(413, "BODY_TOO_LARGE", "the body is over 1 MiB");
  let json: unknown;
  try {
    json = bytes.length === 0 ? {} : JSON.parse(bytes.toString("utf8"));
  } catch {
    throw badInput("body", "must be JSON");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const chinese = schema.safeParse(json, { error: z.locales.zhCN().localeError }).error?.issues[0];
  // A key that is not known has no path: it is the field.
  const field = issue?.path.join(".") || (issue?.code === "unrecognized_keys" && issue.keys[0]) || "body";
  throw badInput(field, issue?.message ?? "is not valid", chinese?.message);
}

/** A query parameter given once or not at all; an empty one counts as missing. */
export function queryOf(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name];
  if (Array.isArray(value)) throw badInput(name, "must be given once");
  return value === "" ? undefined : value;
}
