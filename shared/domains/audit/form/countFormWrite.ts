import { currentContext, type Form } from "#shared/kernel/request/context.js";
import { isDuplicateKey, LostRace } from "#shared/kernel/mongo/mongo.js";
import { clock } from "#shared/kernel/time/clock.js";
import { FormVersionModel, type FormVersionDoc } from "./formVersion.model.js";

const keyOf = ({ noun, id }: Pick<Form, "noun" | "id">): string => `${noun}:${id}`;

/** How often operators have written a form; 0: never. */
export async function formVersion(form: Pick<Form, "noun" | "id">): Promise<number> {
  const row = await FormVersionModel.findById(keyOf(form), { version: 1 }).lean<
    Pick<FormVersionDoc, "_id" | "version">
  >();
  return row?.version ?? 0;
}

/** The form is not what its operator opened. */
export class FormOutdated extends Error {
  readonly last: FormVersionDoc;
  constructor(last: FormVersionDoc) {
    super(`${last._id} has version ${last.version}`);
    this.last = last;
  }
}

/**
 * Counts the running request's write of its form, in the transaction of the write, so that two at once wait for each
 * other. Throws FormOutdated when the request says that its form was opened in another version.
 */
export async function countFormWrite(write: {
  bizId: number | string;
  before?: unknown;
  after?: unknown;
}): Promise<void> {
  const { form, requestId = "", actor } = currentContext() ?? {};
  if (!form || actor?.kind !== "operator" || (form.id !== "" && form.id !== String(write.bizId))) return;
  const last = await count(form, {
    operatorId: actor.operatorId,
    fields: changedFields(write.before, write.after),
    changedAt: clock.now(),
    requestId,
    digest: form.digest ?? null,
  });
  // A request may record more than one write of its row.
  if (!last || last.requestId === requestId || form.version === undefined || form.version === last.version) return;
  if (!isRepeat(form, last, actor.operatorId)) throw new FormOutdated(last);
  await FormVersionModel.updateOne({ _id: last._id }, { $inc: { version: -1 } });
}

/** The newest save once more: its answer was lost, or it was tapped twice. It counts once. */
const isRepeat = ({ version, digest }: Form, last: FormVersionDoc, operatorId: number): boolean =>
  digest !== undefined && last.digest === digest && last.operatorId === operatorId && version === last.version - 1;

async function count(form: Form, write: Omit<FormVersionDoc, "_id" | "version">): Promise<FormVersionDoc | null> {
  try {
    return await FormVersionModel.findOneAndUpdate(
      { _id: keyOf(form) },
      { $set: write, $inc: { version: 1 } },
      { upsert: true, returnDocument: "before" },
    ).lean<FormVersionDoc>();
  } catch (error) {
    if (isDuplicateKey(error)) throw new LostRace(keyOf(form));
    throw error;
  }
}

const MOST_FIELDS = 10;

function changedFields(before: unknown, after: unknown): string[] {
  if (typeof after !== "object" || after === null) return [];
  const was = (before ?? {}) as Record<string, unknown>;
  const changed = Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]));
  return changed.map(([name]) => name).slice(0, MOST_FIELDS);
}
