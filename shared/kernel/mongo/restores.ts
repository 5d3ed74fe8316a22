import { clock } from "../time/clock.js";
import { log } from "../observability/log.js";
import { defineModel } from "./mongo.js";

/** That this store was filled from a backup, and whether that came to its end. */
interface Restore {
  _id: string;
  /** Where the backup was. */
  folder: string;
  /** When it was taken. */
  takenAt: Date;
  endedAt: Date | null;
  createdAt: Date;
}
/** Its one row is of this store, not of its shop: no backup holds it. */
export const RESTORES = "restores";
const RestoreModel = defineModel<Restore>(RESTORES, {
  _id: { type: String, required: true },
  folder: String,
  takenAt: Date,
  endedAt: { type: Date, default: null },
});
const _id = "restore";

/** The restore that runs, or that was killed. */
export const unfinishedRestore = (): Promise<Restore | null> =>
  RestoreModel.findOne({ _id, endedAt: null }).lean<Restore | null>().exec();

/** Written before the first row; throws where another restore has begun. */
export async function beginRestore(of: Pick<Restore, "folder" | "takenAt">): Promise<void> {
  await RestoreModel.create([{ _id, ...of }]);
}

export async function forgetRestore(): Promise<void> {
  await RestoreModel.deleteOne({ _id });
}

export async function endRestore(): Promise<void> {
  await RestoreModel.updateOne({ _id }, { $set: { endedAt: clock.now() } });
}

/** Half a shop would sell what is gone, and start jobs whose rows have not come: no process starts on it. */
export async function refuseHalfRestored(): Promise<void> {
  const unfinished = await unfinishedRestore();
  if (!unfinished) return;
  log.fatal({ folder: unfinished.folder }, "the database is half restored: finish with `npm run restore`");
  process.exit(1);
}
