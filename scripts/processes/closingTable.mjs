import { paint } from "./paint.mjs";

/**
 * @param {import("./settings.mjs").Settings} settings
 * @param {Record<string, string>} env
 * @param {import("../services/index.d.mts").RunningServer[]} servers
 * @param {boolean} developing
 */
export function closingTable({ publicUrl, baseUrl, sandboxUrl, ops, dataDir }, env, servers, developing) {
  /** @type {[string, string][]} */
  const rows = [
    ["Open first", `${publicUrl}/shop  (the shop on a phone, and what the service does meanwhile)`],
    ["Shop API", publicUrl],
    ["API docs", `${publicUrl}/docs`],
    ["Console", `${publicUrl}/console  (sign in as the operator)`],
    ["Queues", `${publicUrl}/queues  (the same)`],
    ["Providers' sandbox", sandboxUrl],
    ["Health", `${baseUrl}/health/ready`],
    [
      "Metrics",
      Object.entries(ops)
        .map(([name, port]) => `${name} http://127.0.0.1:${port}/metrics`)
        .join("  "),
    ],
    ["Operator", `${env["OPERATOR_USERNAME"]}  password ${env["OPERATOR_PASSWORD"]}`],
    ["Demo member", "mobile 13800000001  password demo1234"],
    ["Services", servers.map(({ name, version, port }) => `${name} ${version} :${port}`.replace("  ", " ")).join("  ")],
    ["Data folder", dataDir],
    ["Changes", developing ? "are live: sources in 2 to 3 s, the console in 1 s" : "npm run dev makes them live"],
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  const lines = rows.map(([title, text]) => `  ${paint("bold", title.padEnd(width))}  ${text}`);
  const rule = paint("gray", "─".repeat(78));
  return ["", rule, ...lines, "", "  Ctrl-C stops all", rule, ""].join("\n");
}
