import { aggregate as runPipeline, find as project, ProcessingMode } from "mingo";
import { Refused, Rows, type CommandContext } from "./asked.js";
import { Collection } from "./collection.js";
import { readFilter } from "./filter.js";
import { BSON, keyOf, valueAt, type Doc } from "./values.js";

export function find({ command, collection, transaction }: CommandContext): Rows {
  const {
    filter = {},
    sort,
    skip,
    limit,
    projection,
    collation,
    batchSize,
    singleBatch,
  } = command as {
    filter?: Doc;
    sort?: Record<string, number>;
    skip?: number;
    limit?: number;
    projection?: Doc;
    collation?: Doc;
    batchSize?: number;
    singleBatch?: boolean;
  };
  const found = collection.find(readFilter(filter, collation), { sort, skip, limit }, transaction);
  const rows =
    projection && Object.keys(projection).length > 0
      ? projected(
          found.map(({ doc }) => doc),
          projection,
        ).map((doc) => BSON.serialize(doc))
      : found.map(Collection.bytesOf);
  return new Rows(rows, singleBatch ? rows.length : batchSize);
}

export const projected = (docs: Doc[], projection: Doc): Doc[] =>
  project<Doc, Doc>(docs, {}, projection as never).all();

export function count({ command, collection, transaction }: CommandContext): Doc {
  const query = (command["query"] ?? {}) as Doc;
  if (Object.keys(query).length === 0) return { n: collection.size };
  const { skip, limit } = command as { skip?: number; limit?: number };
  return { n: collection.find(readFilter(query), { skip, limit }, transaction).length };
}

export function distinct({ command, collection, transaction }: CommandContext): Doc {
  const values = new Map<unknown, unknown>();
  for (const { doc } of collection.find(readFilter((command["query"] ?? {}) as Doc), {}, transaction)) {
    const value = valueAt(doc, String(command["key"]));
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) values.set(keyOf(one), one);
  }
  return { values: [...values.values()] };
}

const writing = new Set(["$merge", "$out"]);
/** They create rows of their own and change none of the given ones. */
const harmless = new Set(["$group", "$count", "$match", "$sort", "$limit", "$skip"]);
/** Also true of a projection that only selects fields. */
const isHarmless = (stage: Doc): boolean =>
  Object.entries(stage).every(
    ([name, of]) => harmless.has(name) || (name === "$project" && Object.values(of as Doc).every((one) => one === 1)),
  );

/** An index serves the first stages where possible, mingo the rest. */
export function aggregate({ command, collection, otherCollection, transaction }: CommandContext): Rows {
  const { pipeline, cursor, collation } = command as {
    pipeline: Doc[];
    cursor?: { batchSize?: number };
    collation?: Doc;
  };
  const unknown = pipeline.flatMap((stage) => Object.keys(stage)).find((name) => writing.has(name));
  if (unknown) throw new Refused(`no such stage here: '${unknown}'`, 40324, "UnrecognizedCommand");
  const rest = [...pipeline];
  const take = <T>(name: string): T | undefined =>
    rest[0] && name in rest[0] ? (rest.shift()![name] as T) : undefined;
  const filters: Doc[] = [];
  for (let one = take<Doc>("$match"); one; one = take<Doc>("$match")) filters.push(one);
  const filter = filters.length > 1 ? { $and: filters } : (filters[0] ?? {});
  const sort = take<Record<string, number>>("$sort");
  const skip = take<number>("$skip");
  const limit = take<number>("$limit");
  const found = collection.find(readFilter(filter, collation), { sort, skip, limit }, transaction);
  let docs = found.map(({ doc }) => doc);
  for (const stages of inParts(rest)) {
    const lookup = equalityOf(stages[0]!);
    docs = lookup
      ? docs.map((doc) => joined(doc, lookup, { collection: otherCollection(lookup.from), transaction }))
      : piped(docs, stages, { otherCollection, transaction, collation });
  }
  return new Rows(
    docs.map((doc) => BSON.serialize(doc as Doc)),
    cursor?.batchSize,
  );
}

type Surroundings = Pick<CommandContext, "otherCollection" | "transaction"> & { collation: Doc | undefined };

function piped(docs: Doc[], stages: Doc[], { otherCollection, transaction, collation }: Surroundings): Doc[] {
  return runPipeline(docs, stages, {
    collectionResolver: (name) => [...otherCollection(name).all(transaction)],
    processingMode: stages.every(isHarmless) ? ProcessingMode.CLONE_OFF : ProcessingMode.CLONE_INPUT,
    ...(collation ? { collation: collation as never } : {}),
  }) as Doc[];
}

/** Splits the stages at each $lookup that an index can serve. */
function inParts(stages: readonly Doc[]): Doc[][] {
  const parts: Doc[][] = [];
  let isOpen = false;
  for (const stage of stages) {
    const isLookup = equalityOf(stage) !== undefined;
    if (isOpen && !isLookup) parts.at(-1)!.push(stage);
    else parts.push([stage]);
    isOpen = !isLookup;
  }
  return parts;
}

interface Equality {
  from: string;
  localField: string;
  foreignField: string;
  as: string;
}
function equalityOf({ $lookup }: Doc): Equality | undefined {
  const lookup = $lookup as (Equality & { pipeline?: Doc[] }) | undefined;
  return lookup?.localField && !lookup.pipeline ? lookup : undefined;
}

function joined(
  doc: Doc,
  { localField, foreignField, as }: Equality,
  { collection, transaction }: Pick<CommandContext, "collection" | "transaction">,
): Doc {
  const value = valueAt(doc, localField);
  const filter = readFilter({ [foreignField]: { $in: Array.isArray(value) ? value : [value ?? null] } });
  return { ...doc, [as]: collection.find(filter, {}, transaction).map((row) => row.doc) };
}
