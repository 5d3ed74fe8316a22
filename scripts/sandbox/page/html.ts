/** HTML templates: every value is escaped, unless it is HTML made here. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function toText(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string") return value.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  if (typeof value === "number") return String(value);
  return value.map(toText).join("");
}

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, at) => part + (at < values.length ? toText(values[at]) : "")).join(""));
}

/** A button that makes a control call; the page's script sends it and refreshes the page. */
export function action(
  label: string,
  call: { method: "POST" | "PUT" | "DELETE"; path: string; body?: object },
  look: "plain" | "primary" | "danger" = "plain",
): Html {
  const body = JSON.stringify(call.body ?? {});
  return html`<button
    type="button"
    class="${look}"
    data-method="${call.method}"
    data-path="${call.path}"
    data-body="${body}"
  >
    ${label}
  </button>`;
}

/** Clock time in Asia/Shanghai, with the date in the title. */
export function clock(at: number | null): Html {
  if (at === null) return html``;
  const zone = { timeZone: "Asia/Shanghai", hour12: false } as const;
  const date = new Date(at);
  const full = date.toLocaleString("en-GB", zone);
  return html`<time title="${full} Asia/Shanghai">${date.toLocaleTimeString("en-GB", zone)}</time>`;
}

export function yuan(fen: number): string {
  return `¥${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;
}

/** Indents JSON; returns anything else unchanged. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
