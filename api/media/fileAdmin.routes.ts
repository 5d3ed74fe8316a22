import { z } from "zod";
import { endpoint, operator } from "#api/http/endpoint.js";
import { DateRange, epochMs, IdQuery, LongId, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { withOperators, type OfOperator } from "#shared/domains/operator/index.js";
import { allowUpload, MOST_FILE_BYTES, pageFiles, recordFile, type FileDoc } from "#shared/domains/media/index.js";
import { deleteUnusedFile } from "#shared/domains/operations/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { directory } from "./picture.schemas.js";

const UploadQuery = z.object({
  name: text(200, 1),
  path: directory,
  /** Bytes: the upload must have exactly this size. */
  size: LongId.pipe(z.number().max(MOST_FILE_BYTES)),
});
const UploadView = z.object({
  id: z.number().int(),
  /** PUT the file there, with these headers, until then. */
  uploadUrl: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresTime: Time.nullable(),
  /** Its address once it is recorded. */
  url: z.string(),
  path: z.string(),
});

const presigned = endpoint({
  method: "get",
  path: "/admin-api/infra/file/presigned-url",
  access: operator("infra:file:upload"),
  summary:
    "Returns a link to PUT a picture of this name and size to object storage, valid for 5 min; `create` records it afterwards",
  input: { query: UploadQuery },
  output: UploadView,
  handle: ({ query: { name, path = "upload", size }, actor }) =>
    allowUpload(actor.operatorId, { name, directory: path, size }),
  view: ({ file, uploadUrl }) => ({
    id: file._id,
    uploadUrl,
    headers: { "content-type": file.contentType, "content-length": String(file.size) },
    expiresTime: epochMs(file.expiresAt),
    url: mediaUrl(file.key),
    path: file.key,
  }),
});

const FileView = z.object({
  id: z.number().int(),
  name: z.string(),
  path: z.string(),
  url: z.string(),
  type: z.string(),
  size: z.number().int(),
  operatorId: z.number().int(),
  /** Null once the operator is deleted. */
  operatorName: z.string().nullable(),
  createTime: Time,
});
const fileView = (row: OfOperator<FileDoc>): z.input<typeof FileView> => ({
  id: row._id,
  name: row.name,
  path: row.key,
  url: mediaUrl(row.key),
  type: row.contentType,
  size: row.size,
  operatorId: row.operatorId,
  operatorName: row.operatorName,
  createTime: row.createdAt.getTime(),
});

const create = endpoint({
  method: "post",
  path: "/admin-api/infra/file/create",
  access: operator("infra:file:upload"),
  summary: "Records a file sent to an upload link after checking it; anything but the announced picture is deleted",
  input: { body: z.object({ id: LongId }) },
  output: z.number().int(),
  handle: async ({ body, actor }) => (await recordFile(actor.operatorId, body.id))._id,
});

const page = endpoint({
  method: "get",
  path: "/admin-api/infra/file/page",
  access: operator("infra:file:query"),
  summary: "Lists the operators' files, newest first; path is a prefix of their keys below public/",
  input: {
    query: pageInput({
      path: optional(text(200)),
      type: optional(text(50)),
      operatorId: optional(LongId),
      createTime: DateRange,
    }),
  },
  output: pageOf(FileView),
  handle: async ({ query: { path, type, operatorId, createTime, ...paging } }) => {
    const { list, total } = await pageFiles(
      { path, contentType: type, operatorId, createdBetween: createTime },
      paging,
    );
    return { list: await withOperators(list), total };
  },
  view: ({ list, total }) => ({ list: list.map(fileView), total }),
});

const remove = endpoint({
  method: "delete",
  path: "/admin-api/infra/file/delete",
  access: operator("infra:file:delete"),
  summary: "Deletes a file permanently; refused while a product, a banner or the like shows it",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteUnusedFile(query.id),
});

export const fileAdminEndpoints = [presigned, create, page, remove];
