import { isDuplicateKey } from "#shared/kernel/mongo/mongo.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { VisitBatchModel, type VisitBatchDoc } from "./analytics.models.js";
import { markHour } from "./marks.js";
import type { Submission, Visit } from "./visit.js";

/** The unique key of a visitor's eventId. */
const idOf = ({ visitorId, eventId }: Visit): string | undefined =>
  eventId === undefined ? undefined : `${visitorId} ${eventId}`;

const ATTEMPTS = 10;

/** Stores the events of one submission, without those that are stored already. */
export async function storeEvents({ key, at, bot, memberId, events }: Submission & { events: Visit[] }): Promise<void> {
  let left = withoutRepeats(events);
  for (let attempt = 0; left.length > 0 && !(await insert({ key, at, bot, memberId }, left)); attempt++) {
    // This very batch is stored already; or other batches hold some of its events.
    if (await VisitBatchModel.exists({ _id: key })) break;
    if (attempt === ATTEMPTS) throw new Error("others store the same events at the same moment, again and again");
    left = await withoutStored(left);
  }
  await markHour(at);
}

function withoutRepeats(events: Visit[]): Visit[] {
  const seen = new Set<string>();
  return events.filter((event) => {
    const id = idOf(event);
    if (id === undefined) return true;
    return !seen.has(id) && seen.add(id);
  });
}

async function withoutStored(events: Visit[]): Promise<Visit[]> {
  const ids = events.flatMap((event) => idOf(event) ?? []);
  const batches = await VisitBatchModel.find({ eventIds: { $in: ids } }, { eventIds: 1 }).lean<
    Pick<VisitBatchDoc, "_id" | "eventIds">[]
  >();
  const known = new Set(batches.flatMap(({ eventIds }) => eventIds ?? []));
  return events.filter((event) => !known.has(idOf(event) ?? ""));
}

/** False if the batch or an eventId of it exists. Straight to the driver, as the job's schema checks every field. */
async function insert({ key, at, bot, memberId }: Submission, events: Visit[]): Promise<boolean> {
  const eventIds = events.flatMap((event) => idOf(event) ?? []);
  const row: VisitBatchDoc = {
    _id: key,
    no: await nextId("analyticsBatches"),
    at: new Date(at),
    bot,
    memberId,
    events,
    ...(eventIds.length > 0 ? { eventIds } : {}),
  };
  try {
    await VisitBatchModel.collection.insertOne(row as never);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
