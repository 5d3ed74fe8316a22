import { Refused, type CommandContext } from "./asked.js";
import { changed, upserted, type Change } from "./change.js";
import { Conflict, DuplicateKey, type Row } from "./collection.js";
import { readFilter } from "./filter.js";
import { projected } from "./reads.js";
import { ObjectId, type Doc } from "./values.js";

interface UpdateAsked {
  q: Doc;
  u: Change;
  multi?: boolean;
  upsert?: boolean;
  arrayFilters?: Doc[];
  collation?: Doc;
  sort?: Record<string, number>;
}

export async function insert({ command, bytes, collection, transaction }: CommandContext): Promise<Doc> {
  const docs = command["documents"] as Doc[];
  const { done, writeErrors } = await each(command, docs, transaction !== undefined, (doc, at) => {
    const whole = "_id" in doc ? doc : { _id: new ObjectId(), ...doc };
    collection.insert(whole, whole === doc ? bytes[at] : undefined, transaction);
  });
  return { n: done.length, ...writeErrors };
}

export async function update({ command, collection, transaction }: CommandContext): Promise<Doc> {
  const statements = command["updates"] as UpdateAsked[];
  const upserts: { index: number; _id: unknown }[] = [];
  const { done, writeErrors } = await each(command, statements, transaction !== undefined, (one, index) => {
    const { q: filter, u: change, multi = false, upsert = false, arrayFilters, collation, sort } = one;
    const rows = collection.find(readFilter(filter, collation), { sort, ...(multi ? {} : { limit: 1 }) }, transaction);
    if (rows.length === 0 && upsert) {
      const doc = upserted(change, { filter, arrayFilters });
      collection.insert(doc, undefined, transaction);
      upserts.push({ index, _id: doc["_id"] });
      return { n: 1, nModified: 0 };
    }
    return { n: rows.length, nModified: apply(rows, one, { collection, transaction }) };
  });
  const sum = (of: "n" | "nModified"): number => done.reduce((total, one) => total + one[of], 0);
  return {
    n: sum("n"),
    nModified: sum("nModified"),
    ...(upserts.length > 0 ? { upserted: upserts } : {}),
    ...writeErrors,
  };
}

function apply(
  rows: readonly Row[],
  { q: filter, u: change, arrayFilters }: Pick<UpdateAsked, "q" | "u" | "arrayFilters">,
  { collection, transaction }: Pick<CommandContext, "collection" | "transaction">,
): number {
  if (rows.length === 0) return 0;
  collection.assertFree(rows, transaction);
  const { docs, modified } = changed(
    rows.map(({ doc }) => doc),
    change,
    { filter, arrayFilters },
  );
  if (modified > 0) rows.forEach((row, at) => collection.replace(row, docs[at]!, transaction));
  return modified;
}

export async function remove({ command, collection, transaction }: CommandContext): Promise<Doc> {
  const statements = command["deletes"] as { q: Doc; limit: number; collation?: Doc }[];
  const { done, writeErrors } = await each(
    command,
    statements,
    transaction !== undefined,
    ({ q, limit, collation }) => {
      const rows = collection.find(readFilter(q, collation), { limit }, transaction);
      for (const row of rows) collection.remove(row, transaction);
      return rows.length;
    },
  );
  return { n: done.reduce((total, one) => total + one, 0), ...writeErrors };
}

export async function findAndModify(context: CommandContext): Promise<Doc> {
  const { collection, transaction, command } = context;
  const {
    query: filter = {},
    sort,
    update: change = {},
    fields,
    collation,
    arrayFilters,
    ...flags
  } = command as {
    query?: Doc;
    sort?: Record<string, number>;
    update?: Change;
    fields?: Doc;
    collation?: Doc;
    arrayFilters?: Doc[];
    remove?: boolean;
    new?: boolean;
    upsert?: boolean;
  };
  const shown = (doc: Doc | undefined): Doc | null => {
    if (!doc) return null;
    return fields && Object.keys(fields).length > 0 ? projected([doc], fields)[0]! : doc;
  };
  const { done, writeErrors } = await each({ ordered: true }, [filter], transaction !== undefined, () => {
    const [row] = collection.find(readFilter(filter, collation), { sort, limit: 1 }, transaction);
    if (!row) {
      if (!flags.upsert || flags.remove) return { value: null, lastErrorObject: { n: 0, updatedExisting: false } };
      const doc = upserted(change, { filter, arrayFilters });
      collection.insert(doc, undefined, transaction);
      return {
        value: flags.new ? shown(doc) : null,
        lastErrorObject: { n: 1, updatedExisting: false, upserted: doc["_id"] },
      };
    }
    const { doc: before } = row;
    if (flags.remove) collection.remove(row, transaction);
    else apply([row], { q: filter, u: change, ...(arrayFilters ? { arrayFilters } : {}) }, context);
    return { value: shown(flags.new ? row.doc : before), lastErrorObject: { n: 1, updatedExisting: !flags.remove } };
  });
  const [refused] = writeErrors?.writeErrors ?? [];
  if (refused) throw new Refused(refused.errmsg, refused.code, "DuplicateKey", { ...refused });
  return done[0]!;
}

interface WriteError {
  index: number;
  code: number;
  errmsg: string;
  keyPattern: Doc;
  keyValue: Doc;
}
const DUPLICATE_KEY = 11_000;
const WRITE_CONFLICT = 112;

/**
 * Runs statement by statement. One that meets another's transaction waits for its end; inside its own transaction it
 * fails.
 */
async function each<S, T>(
  command: Doc,
  statements: readonly S[],
  isInTransaction: boolean,
  write: (statement: S, index: number) => T,
): Promise<{ done: T[]; writeErrors?: { writeErrors: WriteError[] } }> {
  const done: T[] = [];
  const errors: WriteError[] = [];
  for (let index = 0; index < statements.length;)
    try {
      done.push(write(statements[index]!, index));
      index++;
    } catch (error) {
      if (error instanceof Conflict && !isInTransaction) {
        await error.holder.ended;
        continue;
      }
      if (error instanceof Conflict)
        throw new Refused(error.message, WRITE_CONFLICT, "WriteConflict", {
          errorLabels: ["TransientTransactionError"],
        });
      if (!(error instanceof DuplicateKey)) throw error;
      const { keyPattern, keyValue, message: errmsg } = error;
      errors.push({ index, code: DUPLICATE_KEY, errmsg, keyPattern, keyValue });
      if (command["ordered"] !== false) break;
      index++;
    }
  return { done, ...(errors.length > 0 ? { writeErrors: { writeErrors: errors } } : {}) };
}
