import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { LongId, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { listRecycleKinds, pageDeletedRows, restoreDeletedRow } from "#shared/domains/recycle/index.js";

const at = (verb: string): string => `/admin-api/infra/recycle/${verb}`;
const Kind = text(40, 1);

/** A kind that can be restored: its name in both languages, and whether this operator may. */
const KindView = z.object({ kind: z.string(), nameEn: z.string(), nameZh: z.string(), restorable: z.boolean() });

/** A deleted row, with the time and the operator; deletedBy null: the service itself. */
const DeletedRowView = z.object({
  kind: z.string(),
  id: z.number().int(),
  name: z.string(),
  deletedAt: Time,
  deletedBy: z.number().int().nullable(),
  operatorName: z.string().nullable(),
});

const kinds = endpoint({
  method: "get",
  path: at("kinds"),
  access: operator("infra:recycle:query"),
  summary: "Lists the kinds of deleted rows that the operator may see: those they may query",
  output: z.array(KindView),
  handle: ({ actor }) => listRecycleKinds(actor),
  view: (list) => list.map(({ kind, en, zh, restorable }) => ({ kind, nameEn: en, nameZh: zh, restorable })),
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("infra:recycle:query"),
  summary: "Lists deleted rows of a kind, most recently deleted first",
  input: { query: pageInput({ kind: Kind }) },
  output: pageOf(DeletedRowView),
  handle: async ({ actor, query }) => ({ ...(await pageDeletedRows(actor, query.kind, query)), kind: query.kind }),
  view: ({ list, total, kind }) => ({
    list: list.map(({ id, name, deletedAt, operatorId, operatorName }) => ({
      kind,
      id,
      name,
      deletedAt: deletedAt.getTime(),
      deletedBy: operatorId,
      operatorName,
    })),
    total,
  }),
});

const restore = endpoint({
  method: "put",
  path: at("restore"),
  access: operator("infra:recycle:restore"),
  summary:
    "Restores a deleted row with the rows deleted along with it; also requires the permission to create its kind",
  input: { body: z.object({ kind: Kind, id: LongId }) },
  output: z.boolean(),
  handle: ({ actor, body: { kind, id } }) => restoreDeletedRow(actor, kind, id),
});

export const recycleEndpoints = [kinds, page, restore];
