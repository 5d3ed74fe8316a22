import { broadcast, onBroadcast } from "#shared/kernel/redis/broadcast.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { afterCommit, defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";

/** What operators keep, by the noun of their paths. */
export type ContentKind =
  | "product"
  | "product-review"
  | "solution"
  | "solution-category"
  | "source"
  | "about"
  | "team"
  | "demo"
  | "policy"
  | "site-config"
  | "home-config";

/** Grows with every change of a kind, in the change's transaction; what was made of an older version is made again. */
interface VersionRow {
  _id: ContentKind;
  version: number;
}
const VersionModel = defineModel<VersionRow>("websiteVersions", {
  _id: { type: String, required: true },
  version: { type: Number, default: 0 },
});

/** A change is seen within 5 s even where its word was lost: a second is left for a slow read. */
const TRUSTED_MS = seconds(4);
const TOPIC = "website-content";

type Versions = ReadonlyMap<ContentKind, number>;
let known: { versions: Versions; readAt: number } | undefined;
let reading: Promise<Versions> | undefined;
/** Grows with every word of a change: a read that was under way then does not count as fresh. */
let words = 0;
onBroadcast(TOPIC, () => {
  words++;
  known = undefined;
  reading = undefined;
});

/**
 * Ends every change of content, in its transaction. Two changes of one kind meet at its row, so that they follow each
 * other: what one checks, the other cannot change meanwhile.
 */
export async function touchContent(kind: ContentKind): Promise<void> {
  try {
    await VersionModel.updateOne({ _id: kind }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    // Two first ones at once: the transaction is lost by that and runs again.
    throw isDuplicateKey(error) ? new LostRace(kind) : error;
  }
  afterCommit(() => broadcast(TOPIC, kind));
}

/** As they stood at most 4 s ago, or at the last word of a change if that was later. */
export function contentVersions(): Versions | Promise<Versions> {
  const age = known ? clock.ms() - known.readAt : Infinity;
  if (known && age >= 0 && age < TRUSTED_MS) return known.versions;
  reading ??= readVersions();
  return reading;
}

async function readVersions(): Promise<Versions> {
  const begun = { at: clock.ms(), words };
  try {
    const rows = await VersionModel.find().lean<VersionRow[]>();
    const versions = new Map(rows.map(({ _id, version }) => [_id, version]));
    if (begun.words === words) known = { versions, readAt: begun.at };
    return versions;
  } finally {
    if (begun.words === words) reading = undefined;
  }
}
