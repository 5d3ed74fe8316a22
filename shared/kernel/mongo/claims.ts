import mongoose from "mongoose";

/**
 * Uniqueness of values that change. A value that at most one row may have is a row of `claims` with the value in its `_id`:
 * "members.mobile:13800000000". It is taken and released in the transaction that writes the row, so that it holds on a
 * sharded cluster too, where a unique index covers only its shard.
 */
export interface Claim {
  _id: string;
  /** The `_id` of the row that has the value. */
  by: string | number;
}

export const ClaimModel = mongoose.model<Claim>(
  "claims",
  new mongoose.Schema<Claim>(
    { _id: { type: String, required: true }, by: { type: mongoose.Schema.Types.Mixed, required: true } },
    { versionKey: false },
  ),
  "claims",
);

/** What a collection claims: fields whose values together only one row may have; rows without one of them claim nothing. */
export interface ClaimDeclaration {
  fields: readonly string[];
  /** Only rows with these values claim. */
  where?: Readonly<Record<string, unknown>>;
  /** Its writers call changeClaims themselves, as they write in bulk. */
  byHand?: boolean;
}

/** The claims of each collection that declares some. */
export const claimsOfCollections = new Map<string, readonly ClaimDeclaration[]>();

type Row = { _id: string | number } & Record<string, unknown>;

/** What a row claims with its current values; nothing once it is deleted. */
export function claimsOfRow(collection: string, row: Row): Claim[] {
  if (row["deletedAt"]) return [];
  return (claimsOfCollections.get(collection) ?? []).flatMap(({ fields, where = {} }) => {
    if (Object.entries(where).some(([field, value]) => row[field] !== value)) return [];
    const values = fields.map((field) => row[field]);
    if (values.some((value) => value === undefined || value === null)) return [];
    return [{ _id: claimId(collection, fields, values), by: row._id }];
  });
}

export const claimId = (collection: string, fields: readonly string[], values: readonly unknown[]): string =>
  `${collection}.${fields.join("+")}:${values.map(String).join(":")}`;

/** Another row has the value. isDuplicateKey recognizes it, with its field, like the refusal of a unique index. */
export class ClaimTaken extends Error {
  readonly fields: readonly string[];
  constructor({ _id, by }: Claim) {
    super(`${_id} is taken, not for ${by}`);
    this.fields = _id.slice(_id.indexOf(".") + 1, _id.indexOf(":")).split("+");
  }
}

/**
 * Releases claims and takes others, in one command of the running transaction. Returns those that another row has: two
 * transactions that want one at once are a write conflict, and the one that runs again finds it taken.
 */
export async function changeClaims(released: readonly Claim[], wanted: readonly Claim[]): Promise<Claim[]> {
  if (released.length + wanted.length === 0) return [];
  const { upsertedIds } = await ClaimModel.bulkWrite([
    ...released.map(({ _id, by }) => ({ deleteOne: { filter: { _id, by } } })),
    ...wanted.map(({ _id, by }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: { by } }, upsert: true },
    })),
  ]);
  return wanted.filter((_, index) => upsertedIds[released.length + index] === undefined);
}

/** Changes what rows claimed before to what they claim now. Throws ClaimTaken. */
export async function moveClaims(before: readonly Claim[], after: readonly Claim[]): Promise<void> {
  const had = new Set(before.map(({ _id, by }) => `${by} ${_id}`));
  const has = new Set(after.map(({ _id, by }) => `${by} ${_id}`));
  const [taken] = await changeClaims(
    before.filter(({ _id, by }) => !has.has(`${by} ${_id}`)),
    after.filter(({ _id, by }) => !had.has(`${by} ${_id}`)),
  );
  if (taken) throw new ClaimTaken(taken);
}
