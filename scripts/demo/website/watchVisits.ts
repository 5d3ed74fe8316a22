import { randomUUID } from "node:crypto";
import type { Sent } from "../shopClient.js";
import type { Shop, Shopper } from "../shopper.js";
import { expect, step, until } from "../walk.js";

interface Rows {
  list: { visitorId: string; userId: number | null; eventType: string | null }[];
  total: number;
}
interface Traffic {
  list: { time: number; pv: number }[];
  totals: { pv: number; uv: number };
  sources: { key: string; count: number }[];
}
interface Funnel {
  steps: { step: string; visitors: number }[];
}
type Events = Sent<"/app-api/website/analytics/collect">["events"];
const PERSON = { "user-agent": "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome/140.0 Safari/537.36" };

/** Visitors' events on the site, sent in batches, and the operator's reports moments later. */
export async function watchVisits({ client, userId }: Shopper, { operator }: Shop): Promise<void> {
  const visitorId = `demo-${randomUUID().slice(0, 8)}`;
  const visit = { visitorId, sessionId: visitorId, pagePath: "/pricing", deviceType: "desktop", utmSource: "demo" };
  const collect = (events: Events, headers: Record<string, string> = PERSON): Promise<{ accepted: number }> =>
    client.post("/app-api/website/analytics/collect", { events }, { headers });
  const rowsOf = (query: string): Promise<Rows> => operator.get<Rows>(`/admin-api/website/analytics/event?${query}`);
  const before = await operator.get<Traffic>("/admin-api/website/analytics/pv?unit=hour");

  await step(
    "what a visitor did, a repeat among it",
    () =>
      collect([
        { ...visit, type: "pv" },
        { ...visit, type: "event", eventType: "click", metadata: { eventId: "buy" } },
        { ...visit, type: "event", eventType: "click", metadata: { eventId: "buy" } },
        { ...visit, type: "event", eventType: "submit", eventTarget: "#order" },
      ]),
    ({ accepted }) => `${accepted} accepted`,
  );
  await step(
    "the operator sees the rows, the repeat once",
    () =>
      until("the rows", async () => {
        const rows = await rowsOf(`visitorId=${visitorId}`);
        return rows.total === 3 ? rows : undefined;
      }),
    ({ list, total }) => {
      expect(
        list.every((row) => row.userId === userId),
        "the token's member is not recorded",
      );
      return `${total} rows of member ${userId}`;
    },
  );
  await step("a hundred and one are too many", () =>
    client.refused(400, "POST", "/app-api/website/analytics/collect", {
      events: Array.from({ length: 101 }, () => ({ ...visit, type: "pv" })),
    }),
  );
  await step(
    "it is in this hour's traffic; a robot is not",
    async () => {
      await collect([{ ...visit, visitorId: `${visitorId}-bot`, type: "pv" }], { "user-agent": "Googlebot/2.1" });
      return until("the traffic", async () => {
        const now = await operator.get<Traffic>("/admin-api/website/analytics/pv?unit=hour");
        return now.totals.pv > before.totals.pv ? now : undefined;
      });
    },
    ({ totals, sources }) => `${totals.pv} views of ${totals.uv} visitors; ${sources[0]?.key ?? ""} first`,
  );
  await step(
    "from a look to an order: the funnel",
    () =>
      operator.get<Funnel>(
        `/admin-api/website/analytics/funnel?steps=/pricing,click,submit&createTime=${Date.now() - 600_000}`,
      ),
    ({ steps }) => {
      expect((steps.at(-1)?.visitors ?? 0) > 0, "nobody went through");
      return steps.map(({ step: name, visitors }) => `${name} ${visitors}`).join(" > ");
    },
  );
}
