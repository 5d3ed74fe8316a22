import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { beside, sideBySide } from "../sideBySide.js";
import type { Table } from "../tables.js";

const CLIENTS = 16;
const reads: Record<string, string> = {
  "home data": "/app-api/website/home/data",
  "solution list": "/app-api/website/solution/list",
};

/** Visitors' reads of the website, from the cache, compared with Koa that only sends the same bytes. */
export async function benchWebsite(deployment: Deployment, pace: Pace): Promise<Table> {
  const sizes: string[] = [];
  for (const [name, path] of Object.entries(reads)) {
    const bytes = (await (await fetch(deployment.url + path)).arrayBuffer()).byteLength;
    sizes.push(`${name} ${bytes} bytes`);
  }
  return sideBySide(deployment, pace, {
    title: "Website content",
    note: `${CLIENTS} visitors without a sign-in; ${sizes.join(", ")}. bare: Koa that sends the same bytes.`,
    // "" is anonymous.
    tokens: Array.from({ length: CLIENTS }, () => ""),
    pairs: Object.entries(reads).map(([name, path]) =>
      beside(name, [(visitor) => visitor.get(path), (visitor) => visitor.get(path)]),
    ),
    bare: { program: "scripts/bench/programs/bareBytes.js", env: { BARE_PATHS: Object.values(reads).join(",") } },
  });
}
