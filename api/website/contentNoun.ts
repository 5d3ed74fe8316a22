import { z } from "zod";
import { endpoint, operator, type Endpoint } from "#api/http/endpoint.js";
import { DateRange, IdQuery, LongId, optional, pageInput, pageOf, QueryBoolean, text } from "#api/http/fields.js";
import type { ContentDoc, ContentStore } from "#shared/domains/website/index.js";
import { Sort } from "./website.fields.js";

interface Noun<
  T extends ContentDoc,
  I extends object,
  S extends z.ZodRawShape,
  F extends z.ZodRawShape,
  O extends z.ZodType,
  R extends T,
> {
  store: ContentStore<T, I>;
  /** The request fields: an update may omit any of them. */
  fields: S;
  /** Maps them to the stored fields. */
  input: (sent: Partial<z.output<z.ZodObject<S>>>) => Partial<I>;
  /** Equality filters of the page, by their names in the store. */
  filter: F;
  output: O;
  /** Loads what the view needs beside the rows. */
  join?: (rows: T[]) => Promise<R[]>;
  view: (row: R) => z.input<O>;
}

/**
 * An operator's endpoints for one kind of content: create, update, publish, sort, delete, get and page under
 * /admin-api/website/<noun>, with the permissions website:<noun>:create, update, delete and query.
 */
export function contentNoun<
  T extends ContentDoc,
  I extends object,
  S extends z.ZodRawShape,
  F extends z.ZodRawShape,
  O extends z.ZodType,
  R extends T = T,
>({ store, fields, input, filter, output, join, view }: Noun<T, I, S, F, O, R>): Endpoint[] {
  const noun = store.kind;
  const base = `/admin-api/website/${noun}`;
  const may = (verb: string) => operator(`website:${noun}:${verb}`);
  type Sent = Partial<z.output<z.ZodObject<S>>>;
  const Fields = z.object(fields);
  // Without a join the view gets the rows unchanged.
  const joined = join ?? ((rows: T[]) => Promise.resolve(rows as R[]));

  return [
    endpoint({
      method: "post",
      path: `${base}/create`,
      access: may("create"),
      summary: "Creates a row and returns its id",
      input: { body: Fields },
      output: z.number().int(),
      // The schema has checked the required fields.
      handle: ({ body }) => store.create(input(body as Sent) as I),
    }),
    endpoint({
      method: "put",
      path: `${base}/update`,
      access: may("update"),
      summary: "Updates the given fields",
      input: { body: Fields.partial().extend({ id: LongId }) },
      output: z.boolean(),
      handle: ({ body }) => {
        const { id, ...sent } = body as Sent & { id: number };
        return store.update(id, input(sent as unknown as Sent));
      },
    }),
    endpoint({
      method: "put",
      path: `${base}/publish`,
      access: may("update"),
      summary: "Publishes a row or hides it from visitors",
      input: { body: z.object({ id: LongId, published: z.boolean() }) },
      output: z.boolean(),
      handle: ({ body }) => store.publish(body.id, body.published),
    }),
    endpoint({
      method: "put",
      path: `${base}/sort`,
      access: may("update"),
      summary: "Sets the sort order of a row, ascending",
      input: { body: z.object({ id: LongId, sortOrder: Sort }) },
      output: z.boolean(),
      handle: ({ body }) => store.sort(body.id, body.sortOrder),
    }),
    endpoint({
      method: "delete",
      path: `${base}/delete`,
      access: may("delete"),
      input: { query: IdQuery },
      output: z.boolean(),
      handle: ({ query }) => store.remove(query.id),
    }),
    endpoint({
      method: "get",
      path: `${base}/get`,
      access: may("query"),
      input: { query: IdQuery },
      output,
      handle: async ({ query }) => (await joined([await store.get(query.id)]))[0]!,
      view: view as (row: R) => never,
    }),
    endpoint({
      method: "get",
      path: `${base}/page`,
      access: may("query"),
      input: {
        query: pageInput({
          ...filter,
          keyword: optional(text(100)),
          published: optional(QueryBoolean),
          createTime: DateRange,
        }),
      },
      output: pageOf(output),
      handle: async ({ query }) => {
        const { keyword, createTime, pageNo, pageSize, ...equals } = query as Page;
        const found = await store.page({ keyword, createdBetween: createTime, pageNo, pageSize, equals });
        return { list: await joined(found.list), total: found.total };
      },
      view: (({ list, total }: { list: R[]; total: number }) => ({ list: list.map(view), total })) as () => never,
    }),
  ];
}

interface Page {
  keyword?: string;
  createTime?: readonly [Date, Date];
  pageNo: number;
  pageSize: number;
}
