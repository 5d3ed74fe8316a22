import mongoose from "mongoose";

/** What the store is asked of a collection: the rows that a read or a write looks for. */
export interface Question {
  filter: Record<string, unknown>;
  sort?: Record<string, unknown> | Map<string, unknown> | undefined;
  limit?: number | undefined;
}

type Command = Record<string, unknown> & {
  filter?: Question["filter"];
  query?: Question["filter"];
  sort?: Question["sort"];
  limit?: number;
  pipeline?: { $match?: Question["filter"]; $limit?: number }[];
  updates?: { q: Question["filter"] }[];
  deletes?: { q: Question["filter"] }[];
};

const asked: Record<string, (command: Command) => Question[]> = {
  find: ({ filter = {}, sort, limit }) => [{ filter, sort, limit }],
  count: ({ query = {}, limit }) => [{ filter: query, limit }],
  distinct: ({ query = {} }) => [{ filter: query }],
  findAndModify: ({ query = {}, sort }) => [{ filter: query, sort, limit: 1 }],
  aggregate: ({ pipeline = [] }) => [
    { filter: pipeline[0]?.$match ?? {}, limit: pipeline.find(({ $limit }) => $limit)?.$limit },
  ],
  update: ({ updates = [] }) => updates.map(({ q }) => ({ filter: q })),
  delete: ({ deletes = [] }) => deletes.map(({ q }) => ({ filter: q })),
};

/** Everything that is asked of the collection while `run` goes on, each kind of question once. */
export async function questionsDuring(collection: string, run: () => Promise<unknown>): Promise<Question[]> {
  const client = mongoose.connection.getClient();
  const questions = new Map<string, Question>();
  const note = ({ commandName, command }: mongoose.mongo.CommandStartedEvent): void => {
    const sent = command as Command;
    if (sent[commandName] !== collection) return;
    for (const question of asked[commandName]?.(sent) ?? []) questions.set(kindOf(question), question);
  };
  client.on("commandStarted", note);
  try {
    await run();
  } finally {
    client.off("commandStarted", note);
  }
  return [...questions.values()];
}

/** Its fields and how each is compared, whatever it is compared with. */
export const kindOf = ({ filter, sort }: Question): string =>
  `${Object.entries(filter)
    .map(([field, value]) => `${field}${isOperator(value) ? Object.keys(value).join("") : ""}`)
    .join(" ")}${sort ? ` by ${[...(sort instanceof Map ? sort.keys() : Object.keys(sort))].join(", ")}` : ""}`;

const isOperator = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.keys(value).some((key) => key.startsWith("$"));

interface Explained {
  executionStats: { totalDocsExamined: number };
}

/** How many rows the store reads for it. */
export async function rowsRead(collection: string, { filter, sort, limit }: Question): Promise<number> {
  const find = { find: collection, filter, ...(sort ? { sort } : {}), ...(limit ? { limit } : {}) };
  const explained = await mongoose.connection.db!.command({ explain: find, verbosity: "executionStats" });
  return (explained as unknown as Explained).executionStats.totalDocsExamined;
}

/** What of a question each index answers by itself: that of the fields it begins with. */
export function partsByIndex({ filter }: Question, indexes: readonly Record<string, unknown>[]): Question[] {
  return indexes.flatMap((index) => {
    const parts: Question[] = [];
    for (const field of Object.keys(index)) {
      if (!(field in filter) || isForAbsent(filter[field])) break;
      const value = isForPresent(filter[field]) ? { $gt: new mongoose.mongo.MinKey() } : filter[field];
      parts.push({ filter: { ...parts.at(-1)?.filter, [field]: value } });
    }
    return parts;
  });
}

const isForAbsent = (value: unknown): boolean => isOperator(value) && value["$exists"] === false;
/** A sparse index has these alone. */
const isForPresent = (value: unknown): boolean => isOperator(value) && value["$exists"] === true;
