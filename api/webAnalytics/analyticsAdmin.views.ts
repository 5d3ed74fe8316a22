import type { Funnel, Traffic, VisitRow, Ways } from "#shared/domains/webAnalytics/index.js";

export const trafficView = ({ unit, buckets, totals, pages, sources, devices, actions }: Traffic) => ({
  unit,
  list: buckets.map(({ startAt, ...figures }) => ({ time: startAt.getTime(), ...figures })),
  totals,
  pages,
  sources,
  devices,
  actions,
});

export const visitView = (row: VisitRow) => ({
  id: row.id,
  type: row.type,
  visitorId: row.visitorId,
  userId: row.memberId,
  sessionId: row.sessionId ?? null,
  pagePath: row.pagePath,
  pageTitle: row.pageTitle ?? null,
  eventType: row.eventType ?? null,
  eventTarget: row.eventTarget ?? null,
  eventLabel: row.eventLabel ?? null,
  metadata: row.metadata === undefined ? null : (JSON.parse(row.metadata) as Record<string, unknown>),
  referrer: row.referrer ?? null,
  utmSource: row.utmSource ?? null,
  utmMedium: row.utmMedium ?? null,
  deviceType: row.deviceType ?? null,
  source: row.source,
  bot: row.bot,
  createTime: row.at.getTime(),
});

export const pathView = (ways: Ways) => ({
  sessions: ways.sessions,
  visitors: ways.visitors,
  converted: ways.converted,
  conversionRate: ways.sessions === 0 ? 0 : ways.converted / ways.sessions,
  averagePages: ways.averagePages,
  averageDuration: ways.averageSeconds,
  entryPages: ways.entryPages,
  exitPages: ways.exitPages,
  paths: ways.ways,
  conversions: ways.conversions,
  stays: ways.stays.map(({ averageSeconds, ...stay }) => ({ ...stay, averageDuration: averageSeconds })),
});

export const funnelView = ({ steps, truncated }: Funnel) => ({
  steps: steps.map(({ step, visitors, share, stepShare }) => ({ step, visitors, rate: share, stepRate: stepShare })),
  conversionRate: steps.at(-1)?.share ?? 0,
  truncated,
});
