import { defineModel } from "../mongo/mongo.js";
import { log } from "../observability/log.js";
import { defineCache } from "../redis/cache.js";
import { seconds } from "../time/clock.js";
import { KindLimitModel, type KindLimit } from "./kindLimits.js";
import { OutboxModel, type Hold, type OutboxRow } from "./row.js";
import { settingAside } from "./setAside.js";

/**
 * A kind of job that an operator holds, while others of its queue go on. Its rows wait in the outbox with a hold of their
 * own (`ofKind`): open ones get it by a job, new ones are born with it, and one that a worker takes from Redis all the
 * same is put back there. Only what runs at that moment is let run. Ticks of the kind are left out, as each handles all
 * that is due.
 */
export interface KindHold extends Omit<Hold, "ofKind"> {
  /** The job's name. */
  _id: string;
}
export const KindHoldModel = defineModel<KindHold>("kindHolds", {
  _id: { type: String, required: true },
  operatorId: { type: Number, required: true },
  reason: { type: String, required: true },
  at: { type: Date, required: true },
});

/** For how long a process that missed the broadcast does not know of a change. */
const CACHED_MS = seconds(5);
const cache = defineCache<SteeredKinds>("kindHolds", { ttlMs: CACHED_MS, max: 1, isSetting: true });
interface SteeredKinds {
  held: Map<string, Hold>;
  limited: Map<string, KindLimit>;
}
/** What was read last, for while the store is away. */
let known: SteeredKinds = { held: new Map(), limited: new Map() };

/** After a kind was held, limited, or neither any more. */
export const invalidateHeldKinds = (): void => cache.invalidate();

/** The holds by the kind of job. Never rejects. */
export const heldKinds = async (): Promise<ReadonlyMap<string, Hold>> => (await steeredKinds()).held;
/** The limits of rate by the kind of job; of one that is held too the hold counts. Never rejects. */
export const limitedKinds = async (): Promise<ReadonlyMap<string, KindLimit>> => (await steeredKinds()).limited;

async function steeredKinds(): Promise<SteeredKinds> {
  try {
    known = await cache.read("all", async () => {
      const [holds, limits] = await Promise.all([
        KindHoldModel.find().lean<KindHold[]>(),
        KindLimitModel.find().lean<KindLimit[]>(),
      ]);
      return {
        held: new Map(holds.map(({ _id, ...by }) => [_id, { ...by, ofKind: true as const }])),
        limited: new Map(limits.map((limit) => [limit._id, limit])),
      };
    });
  } catch (error) {
    log.debug({ err: error }, "held and limited kinds of jobs could not be read");
  }
  return known;
}

/** What a row gets when its kind is held: a new run number, so that leftovers of this run end nothing. */
export const holding = (hold: Hold) => ({
  $set: { state: "held" as const, hold },
  $unset: { nextLookAt: 1 as const, nextTryAt: 1 as const, parked: 1 as const, turn: 1 as const },
  $inc: { run: 1 },
});

/** Puts the row of a job that a worker has just taken back into the outbox, and those of the next ones of its kind. */
export const holdTaken = settingAside<Hold>((which, { by }) => OutboxModel.updateMany(which, holding(by)));

/** A new row of a held kind. */
export function bornHeld<R extends Pick<OutboxRow, "state" | "nextLookAt">>(row: R, hold: Hold): R {
  const { nextLookAt: _never, ...rest } = row;
  return { ...rest, state: "held", hold } as unknown as R;
}
