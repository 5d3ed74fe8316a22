import type { Language } from "./context.js";
import { reasonInChinese } from "./inputReasons.js";

/** A declared error: the stable code, the text in both languages ("{name}" takes a parameter), retry in jobs. */
interface ErrorDeclaration {
  code: number;
  en: string;
  zh: string;
  /** false: a job that fails with it is not tried again. Default true for 5xx codes, false for the rest. */
  retry?: boolean;
  /** The HTTP status, where the code does not determine it (rules: Envelope and limits). */
  status?: number;
}
type ErrorParams = Record<string, string | number>;

/** An expected refusal with a stable code. api/http turns it into a response, workers/runtime into a job's end. */
export class AppError extends Error {
  readonly code: number;
  readonly params: ErrorParams;
  readonly retry: boolean;
  readonly retryAfterSeconds: number | undefined;
  constructor(kind: DeclaredError, params: ErrorParams = {}, retryAfterSeconds?: number) {
    super(`${kind.name}: ${fill(kind.en, params)}`);
    this.name = kind.name;
    this.code = kind.code;
    this.params = params;
    this.retry = kind.retry;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface DeclaredError extends Required<Omit<ErrorDeclaration, "status">> {
  status: number | undefined;
  name: string;
  domain: string;
}

const byCode = new Map<number, DeclaredError>();

/** Creates a declared error: `throw tradeErrors.OrderNotFound()`; `.is(error)` recognises one. */
export type ErrorMaker = ((params?: ErrorParams, retryAfterSeconds?: number) => AppError) & {
  readonly code: number;
  is(error: unknown): error is AppError;
};

/** Declares a domain's errors. A code used twice stops the process, as one number has one meaning. */
export function defineErrors<K extends string>(
  domain: string,
  declarations: Record<K, ErrorDeclaration>,
): Record<K, ErrorMaker> {
  const makers = {} as Record<K, ErrorMaker>;
  for (const name of Object.keys(declarations) as K[]) {
    const { code, en, zh, retry = code >= 500 && code < 600, status } = declarations[name];
    const kind: DeclaredError = { name, domain, code, en, zh, retry, status };
    const taken = byCode.get(code);
    if (taken)
      throw new Error(`error code ${code} is declared twice: ${taken.domain}.${taken.name}, ${domain}.${name}`);
    byCode.set(code, kind);
    makers[name] = Object.assign(
      (params?: ErrorParams, retryAfterSeconds?: number) => new AppError(kind, params, retryAfterSeconds),
      { code, is: (error: unknown): error is AppError => error instanceof AppError && error.code === code },
    );
  }
  return makers;
}

/** The text of an error in a language. */
export function errorText(error: AppError, language: Language): string {
  const kind = byCode.get(error.code);
  if (!kind) return error.message;
  const { reason } = error.params;
  // Reasons of refused input are always thrown in English.
  if (language === "zh" && errors.BadInput.is(error) && typeof reason === "string")
    return fill(kind.zh, { ...error.params, reason: reasonInChinese(reason) });
  return fill(kind[language], error.params);
}

/** The HTTP status that a code was declared with, if it was. */
export const declaredStatus = (code: number): number | undefined => byCode.get(code)?.status;

/** Every declaration, by code; errors.md is generated from them. */
export function declaredErrors(): DeclaredError[] {
  return [...byCode.values()].sort((a, b) => a.code - b.code);
}

/** An error as it travels from a worker to the API that asked. */
export interface ErrorOnTheWire {
  code: number;
  params: ErrorParams;
  retryAfterSeconds?: number | undefined;
}
export function errorToWire(error: AppError): ErrorOnTheWire {
  return { code: error.code, params: error.params, retryAfterSeconds: error.retryAfterSeconds };
}
export function errorFromWire(wire: ErrorOnTheWire): Error {
  const kind = byCode.get(wire.code);
  return kind ? new AppError(kind, wire.params, wire.retryAfterSeconds) : new Error(`undeclared error ${wire.code}`);
}

function fill(text: string, params: ErrorParams): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

/** Refusals that every domain shares; the code is the HTTP status (rules: Envelope and limits). */
export const errors = defineErrors("kernel", {
  BadInput: { code: 400, en: "{field}: {reason}", zh: "{field}：{reason}" },
  NotSignedIn: { code: 401, en: "Sign in first", zh: "请先登录" },
  Forbidden: { code: 403, en: "You may not do this", zh: "没有该操作权限" },
  PathNotFound: { code: 404, en: "There is no such path", zh: "请求地址不存在" },
  MethodNotAllowed: { code: 405, en: "This path does not take {method}", zh: "该地址不支持 {method} 请求" },
  KeyStillRunning: {
    code: 409,
    en: "A request with this Idempotency-Key is still running",
    zh: "相同 Idempotency-Key 的请求仍在处理中",
  },
  BodyTooLarge: { code: 413, en: "The body is larger than {limit}", zh: "请求体超过 {limit}" },
  WrongContentType: { code: 415, en: "The body must be {expected}", zh: "请求体必须为 {expected}" },
  KeyOfAnotherBody: {
    code: 422,
    en: "This Idempotency-Key was used with another body",
    zh: "该 Idempotency-Key 已用于其他请求体",
  },
  TooManyRequests: { code: 429, en: "Too many requests, try again later", zh: "请求过于频繁，请稍后再试" },
  Internal: { code: 500, en: "Something went wrong on our side", zh: "系统异常" },
  StillWorking: {
    code: 503,
    en: "Not ready yet, please try again in a moment",
    zh: "正在处理中，请稍后重试",
  },
  PlatformFailed: {
    code: 1001009001,
    en: "The provider {platform} did not respond properly",
    zh: "平台 {platform} 响应异常",
    retry: true,
  },
  ProofNeeded: {
    code: 1001009004,
    en: "Many requests came from this address: solve the challenge in the header Proof-Challenge and send the solution in Proof-Solution",
    zh: "该地址请求较多，请完成 Proof-Challenge 响应头中的验证，并在 Proof-Solution 请求头中提交结果",
  },
  NotOffered: {
    code: 1001009003,
    en: "This is not offered by this shop: {provider}",
    zh: "本店未提供此服务：{provider}",
  },
  FormChanged: {
    code: 1001009005,
    en: "{who} has changed this since you opened it ({at}: {fields}). Open it again",
    zh: "{who} 已在您打开后修改此内容（{at}：{fields}），请重新打开",
  },
});
