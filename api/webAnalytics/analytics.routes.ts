import { z } from "zod";
import { collectPath, collectStay, collectVisits } from "#shared/domains/webAnalytics/index.js";
import { endpoint, memberIfSignedIn } from "#api/http/endpoint.js";
import { given } from "#api/http/fields.js";
import { Accepted, CollectBody, eventIdOf, HeartbeatBody, PathBody, type EventItem } from "./analytics.schemas.js";

const collect = endpoint({
  method: "post",
  path: "/app-api/website/analytics/collect",
  access: memberIfSignedIn(),
  limit: "analytics",
  isBeacon: true,
  summary: "Collects page views and events, at most 100 per call; those that cannot be read are left out",
  input: { body: CollectBody },
  output: Accepted,
  handle: async ({ body, actor }) => ({ accepted: await collectVisits(body.events.map(visitOf), actor) }),
});

const heartbeat = endpoint({
  method: "post",
  path: "/app-api/website/analytics/heartbeat",
  access: memberIfSignedIn(),
  limit: "analytics",
  isBeacon: true,
  summary: "Records how long a page has been open; the longest time per page and session is kept",
  input: { body: HeartbeatBody },
  output: z.boolean(),
  handle: ({ body: { duration, ...stay }, actor }) => collectStay({ ...stay, durationSeconds: duration }, actor),
});

const path = endpoint({
  method: "post",
  path: "/app-api/website/analytics/path",
  access: memberIfSignedIn(),
  limit: "analytics",
  isBeacon: true,
  summary: "Records the path of a session through the pages; the last one reported is kept",
  input: { body: PathBody },
  output: z.boolean(),
  handle: ({ body, actor }) => {
    const { pages = [], count = 0, last = "" } = body.pathSequence ?? {};
    return collectPath(
      {
        visitorId: body.visitorId,
        sessionId: body.sessionId,
        claimedUserId: body.userId ?? null,
        pathSequence: pages,
        entryPage: body.entryPage ?? pages[0] ?? "",
        exitPage: body.exitPage ?? last,
        totalPages: body.totalPages ?? count,
        totalDurationSeconds: body.totalDuration ?? 0,
        converted: body.converted ?? false,
        conversionType: body.conversionType ?? "",
      },
      actor,
    );
  },
});

function visitOf({ metadata, ...item }: EventItem) {
  const eventId = eventIdOf(metadata);
  return {
    ...given(item),
    ...(metadata ? { metadata: JSON.stringify(metadata) } : {}),
    ...(eventId === undefined ? {} : { eventId }),
  };
}

export const analyticsEndpoints = [collect, heartbeat, path];
