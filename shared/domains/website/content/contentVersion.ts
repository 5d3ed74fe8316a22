import { broadcast, onBroadcast } from "#shared/kernel/redis/broadcast.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { afterCommit, defineModel, isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";

/** Kinds of content, by the noun of their paths. */
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

/** Incremented in the transaction of every change of a kind; values cached from older versions are invalid. */
interface VersionRow {
  _id: ContentKind;
  version: number;
}
const VersionModel = defineModel<VersionRow>("websiteVersions", {
  _id: { type: String, required: true },
  version: { type: Number, default: 0 },
});

/** A change is seen within 5 s even if its broadcast was lost: a second is left for a slow read. */
const TRUSTED_MS = seconds(4);
const TOPIC = "website-content";

type Versions = ReadonlyMap<ContentKind, number>;
let current: { versions: Versions; readAt: number } | undefined;
let reading: Promise<Versions> | undefined;
/** Counts broadcasts of changes: a read that was under way at one does not count as fresh. */
let broadcasts = 0;
onBroadcast(TOPIC, () => {
  broadcasts++;
  current = undefined;
  reading = undefined;
});

/**
 * To be called last in every change of content, in its transaction. Concurrent changes of one kind conflict on its row
 * and run one after the other: what one checks, another cannot change meanwhile.
 */
export async function touchContent(kind: ContentKind): Promise<void> {
  try {
    await VersionModel.updateOne({ _id: kind }, { $inc: { version: 1 } }, { upsert: true });
  } catch (error) {
    // Two first changes at once: the duplicate key aborts the transaction, which runs again.
    throw isDuplicateKey(error) ? new LostRace(kind) : error;
  }
  afterCommit(() => broadcast(TOPIC, kind));
}

/** The versions as of 4 s ago at most, or as of the last broadcast of a change if that was later. */
export function contentVersions(): Versions | Promise<Versions> {
  const age = current ? clock.ms() - current.readAt : Infinity;
  if (current && age >= 0 && age < TRUSTED_MS) return current.versions;
  reading ??= readVersions();
  return reading;
}

async function readVersions(): Promise<Versions> {
  const begun = { at: clock.ms(), broadcasts };
  try {
    const rows = await VersionModel.find().lean<VersionRow[]>();
    const versions = new Map(rows.map(({ _id, version }) => [_id, version]));
    if (begun.broadcasts === broadcasts) current = { versions, readAt: begun.at };
    return versions;
  } finally {
    if (begun.broadcasts === broadcasts) reading = undefined;
  }
}
