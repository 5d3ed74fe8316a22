/**
 * Fills a day with events: `fillEvents.js 1000000` writes them for yesterday (Asia/Shanghai), evenly over 24 hours,
 * from 2,000 visitors on 50 pages, in batches of fifty as browsers send them, and marks its hours as due for counting.
 */
import {
  RollUpMarkModel,
  VisitBatchModel,
  type Visit,
  type VisitBatchDoc,
} from "#shared/domains/webAnalytics/index.js";
import { days, hours } from "#shared/kernel/time/clock.js";
import { connectMongo } from "#shared/kernel/mongo/mongo.js";

const VISITORS = 2_000;
const PAGES = 50;
const EACH = 50;
/** Small enough for a busy stand-in to write in time. */
const AT_ONCE = 20;
const SHANGHAI_MS = hours(8);

const batches = Math.ceil(Number(process.argv[2] ?? 0) / EACH);
const today = Date.now() - ((Date.now() + SHANGHAI_MS) % days(1));
const day = today - days(1);

await connectMongo({ answerWithinMs: 120_000 });
const begun = performance.now();
for (let from = 0; from < batches; from += AT_ONCE) {
  const rows = Array.from({ length: Math.min(AT_ONCE, batches - from) }, (_, offset) => batchOf(from + offset));
  await VisitBatchModel.collection.insertMany(rows as never, { ordered: false });
}
const markedAt = new Date(Date.now() - hours(1));
await RollUpMarkModel.insertMany(Array.from({ length: 24 }, (_, hour) => ({ _id: day + hours(hour), markedAt })));
// The connection would keep it running.
process.send!({ seconds: (performance.now() - begun) / 1_000, day, events: batches * EACH }, () => process.exit(0));

/** A batch of one visitor, on ten of the pages; each further batch of the visitor is another session. */
function batchOf(number: number): VisitBatchDoc {
  const visitor = number % VISITORS;
  const round = Math.floor(number / VISITORS);
  const visitorId = `visitor-${String(visitor).padStart(12, "0")}`;
  const sessionId = `session-${visitor}-${String(round).padStart(6, "0")}`;
  const events = Array.from({ length: EACH }, (_, index): Visit => {
    const page = (number * 7 + (index % 10)) % PAGES;
    return {
      type: index % 5 === 4 ? "event" : "pv",
      visitorId,
      sessionId,
      pagePath: `/product/${page}`,
      pageTitle: `Product ${page} - the shop`,
      ...(index % 5 === 4 ? { eventType: index % 2 === 0 ? "click" : "submit", eventTarget: "#buy" } : {}),
      referrer: "https://search.example/?q=shop",
      deviceType: visitor % 2 === 0 ? "desktop" : "mobile",
      source: visitor % 4 === 0 ? "newsletter" : "search.example",
    };
  });
  return {
    _id: `fill-${number}`,
    no: number + 1,
    at: new Date(day + Math.floor((number * days(1)) / batches)),
    bot: false,
    memberId: null,
    events,
  };
}
