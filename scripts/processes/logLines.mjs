import { paint } from "./paint.mjs";

/** @type {Record<number, [string, import("./paint.mjs").Colour]>} */
const levels = {
  10: ["TRACE", "gray"],
  20: ["DEBUG", "gray"],
  30: ["INFO", "green"],
  40: ["WARN", "yellow"],
  50: ["ERROR", "red"],
  60: ["FATAL", "red"],
};
/** Shown in the columns before, or the same in every line. */
const dropped = new Set(["level", "time", "msg", "pid", "hostname", "name", "process", "v"]);
const longest = 300;

/** @type {import("./paint.mjs").Colour[]} */
const palette = ["cyan", "magenta", "blue", "yellow", "green"];
/** @type {Map<string, import("./paint.mjs").Colour>} */
const given = new Map();

/** @param {string} name */
function processColour(name) {
  const colour = given.get(name) ?? palette[given.size % palette.length] ?? "cyan";
  given.set(name, colour);
  return colour;
}

/**
 * Formats a process's log line for people: `10:15:30.123 api     INFO  listening port=8080`.
 * Processes log JSON; any other line is passed on unchanged.
 * @param {string} name
 * @param {string} line
 */
export function readableLine(name, line) {
  const label = paint(processColour(name), name.padEnd(8));
  const entry = parse(line);
  if (!entry) return `${" ".repeat(12)} ${label} ${line}`;
  const { level = 30, time, msg, event, err, ...rest } = entry; // the sandbox, which logs without pino, says event for msg
  const [title, colour] = levels[Number(level)] ?? [String(level).toUpperCase(), "gray"];
  const fields = Object.entries(rest)
    .filter(([key]) => !dropped.has(key))
    .map(([key, value]) => `${paint("gray", `${key}=`)}${compact(value)}`);
  const error = /** @type {{ type?: string, message?: string, stack?: string } | undefined} */ (err);
  const stack = error?.stack ?? error?.message;
  const head = [clock(time), label, paint(colour, title.padEnd(5)), msg ?? event ?? "", ...fields].join(" ").trimEnd();
  return stack ? `${head}\n${paint("gray", stack.replaceAll(/^/gm, " ".repeat(22)))}` : head;
}

/**
 * @param {string} line
 * @returns {Record<string, unknown> | undefined}
 */
function parse(line) {
  if (!line.startsWith("{")) return undefined;
  try {
    const entry = JSON.parse(line);
    return "level" in entry || "time" in entry ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} time epoch milliseconds or an ISO date */
function clock(time) {
  const date = new Date(/** @type {number | string} */ (time ?? Date.now()));
  if (Number.isNaN(date.getTime())) return " ".repeat(12);
  const pad = (/** @type {number} */ value, size = 2) => String(value).padStart(size, "0");
  return paint(
    "gray",
    `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`,
  );
}

/** @param {unknown} value */
function compact(value) {
  const text = typeof value === "string" && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
