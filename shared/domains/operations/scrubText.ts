import { redactSecrets } from "#shared/kernel/observability/log.js";

const MOST_TEXT = 4_000;

/** Personal data and secrets that a message or a stack may contain, and their replacements. */
const hidden: [RegExp, string][] = [
  // user:password@host
  [/:\/\/[^\s/@:]+:[^\s/@]+@/g, "://[hidden]@"],
  [/\bBearer\s+[\w.~+/-]+=*/gi, "Bearer [hidden]"],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[hidden]"],
  [/-----BEGIN [^-]+-----[\s\S]*?(-----END [^-]+-----|$)/g, "[hidden]"],
  [
    /((?:password|passwd|secret|token|api_?key|private_?key|authorization|sms_?code)["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
    "$1[hidden]",
  ],
  [/(?<![\w.+-])[\w.+-]+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, "[mail]"],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, "[mobile]"],
  [/(?<!\d)\d{17}[\dXx](?!\d)/g, "[number]"],
  [/\b[0-9a-f]{32,}\b/gi, "[hidden]"],
  [/[A-Za-z0-9+_-]{60,}={0,2}/g, "[hidden]"],
];

/** Removes from a text of ours what it may contain of a request; at most 4,000 characters. */
export function scrubText(text: string): string {
  // Cut first, so that megabytes are not searched.
  let shown = text.slice(0, 2 * MOST_TEXT);
  for (const [pattern, instead] of hidden) shown = shown.replace(pattern, instead);
  return shown.slice(0, MOST_TEXT);
}

const DEEPEST = 8;

/** The same of every text in data of ours, whose secrets by name are hidden whatever they look like. */
export function scrubValues(value: unknown, depth = DEEPEST): unknown {
  if (typeof value === "string") return scrubText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "[too deep]";
  if (Array.isArray(value)) return value.map((one) => scrubValues(one, depth - 1));
  if (value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(redactSecrets(value, 1)).map(([name, one]) => [name, scrubValues(one, depth - 1)]),
  );
}
