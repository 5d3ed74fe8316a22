import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { VisitBatchModel, type VisitBatchDoc } from "#shared/domains/webAnalytics/index.js";
import type { BuiltOperator } from "#test/factories/operator.js";
import { stranger, type Client } from "#test/support/client.js";
import { eventually } from "#test/support/eventually.js";
import { startService } from "#test/support/service.js";

export const COLLECT = "/app-api/website/analytics/collect";
export const HEARTBEAT = "/app-api/website/analytics/heartbeat";
export const PATH = "/app-api/website/analytics/path";
export const BROWSER = "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
/** A person's browser; Node's own user agent counts as a bot. */
export const browser: Client = stranger.with({ "user-agent": BROWSER });

export const freshVisitor = (): string => `v-${randomBytes(6).toString("hex")}`;

/** A page view, as a page of the site tells it. */
export const pageView = (visitorId: string, more: object = {}) => ({
  type: "pv",
  visitorId,
  sessionId: `s-${visitorId}`,
  pagePath: "/home",
  pageTitle: "Home",
  deviceType: "desktop",
  ...more,
});
export const action = (visitorId: string, eventType: string, more: object = {}) =>
  pageView(visitorId, { type: "event", eventType, ...more });

/** Told, and waited for until it is stored. */
export async function tell(events: object[], client: Client = browser): Promise<void> {
  await startService();
  const reply = await client.post(COLLECT, { events });
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  expect(reply.data).to.deep.equal({ accepted: events.length });
  const visitors = [...new Set(events.map((event) => (event as { visitorId: string }).visitorId))];
  await eventually("the events to be stored", async () => {
    const batches = await VisitBatchModel.find({ "events.visitorId": { $in: visitors } }).lean<VisitBatchDoc[]>();
    const stored = new Set(batches.flatMap(({ events: its }) => its.map(({ visitorId }) => visitorId)));
    return visitors.every((visitor) => stored.has(visitor));
  });
}

/** Those that the operator finds by this. */
export async function eventsSeenBy({ client }: BuiltOperator, query: Record<string, string>) {
  const reply = await client.get(`/admin-api/website/analytics/event?${new URLSearchParams(query).toString()}`);
  expect(reply, reply.msg).to.include({ status: 200, code: 0 });
  return reply.data as { list: Record<string, unknown>[]; total: number };
}
