import { z } from "zod";
import { endpoint, member, memberIfSignedIn, operator } from "#api/http/endpoint.js";
import { given, LongId, optional } from "#api/http/fields.js";
import {
  abortUpload,
  completeUpload,
  downloadSource,
  pageDownloadsOfMember,
  getUploadWithParts,
  industryNames,
  partUrls,
  startUpload,
  websiteSources,
} from "#shared/domains/website/index.js";
import { contentNoun } from "./contentNoun.js";
import { cachedRead } from "./cachedRead.js";
import { IdParam } from "./product.schemas.js";
import {
  DownloadPageQuery,
  DownloadPageView,
  PartUrlsBody,
  PartUrlsView,
  SourceAdminView,
  SourceDetailView,
  SourceEntryView,
  sourceFields,
  UploadIdBody,
  UploadProgressView,
  UploadQuery,
  UploadStartBody,
  UploadView,
} from "./source.schemas.js";
import { downloadView, sourceAdminView, sourceDetailView, sourceEntryView, uploadView } from "./source.views.js";

const BASE = "/app-api/website/source";
const ADMIN = "/admin-api/website/source";
const of = ["source", "solution-category"] as const;

const list = cachedRead({
  path: `${BASE}/list`,
  of,
  output: z.array(SourceEntryView),
  read: async () => ({ sources: await websiteSources.listPublished(), names: await industryNames() }),
  view: ({ sources, names }) => sources.map((source) => sourceEntryView(source, names)),
});

const detail = cachedRead({
  path: `${BASE}/:id`,
  of,
  params: IdParam,
  output: SourceDetailView,
  read: async ({ params }) => ({ source: await websiteSources.getPublished(params.id), names: await industryNames() }),
  view: ({ source, names }) => sourceDetailView(source, names),
});

const download = endpoint({
  method: "get",
  path: `${BASE}/:id/download`,
  access: memberIfSignedIn(),
  summary: "Returns an address of the package that is valid for five minutes",
  input: { params: IdParam },
  output: z.string(),
  handle: ({ params, actor }) => downloadSource(params.id, actor?.memberId ?? null),
});

const downloads = endpoint({
  method: "get",
  path: "/app-api/website/user/downloads",
  access: member(),
  summary: "Lists the member's downloads, newest first",
  input: { query: DownloadPageQuery },
  output: DownloadPageView,
  handle: ({ actor, query }) => pageDownloadsOfMember(actor.memberId, query),
  view: (page) => ({ list: page.list.map(downloadView), total: page.total }),
});

const admin = contentNoun({
  store: websiteSources,
  fields: sourceFields,
  input: given,
  filter: { categoryId: optional(LongId) },
  output: SourceAdminView,
  view: sourceAdminView,
});

const mayUpload = operator("website:source:upload");

const start = endpoint({
  method: "post",
  path: `${ADMIN}/upload/create`,
  access: mayUpload,
  summary:
    "Starts the upload of a package, which goes to object storage in parts of partSize (the last may be smaller)",
  input: { body: UploadStartBody },
  output: UploadView,
  handle: ({ body }) => startUpload(body.sourceId, body.fileName, body.size),
  view: uploadView,
});

const urls = endpoint({
  method: "post",
  path: `${ADMIN}/upload/part-urls`,
  access: mayUpload,
  summary: "Returns addresses to PUT these parts to, valid for an hour",
  input: { body: PartUrlsBody },
  output: PartUrlsView,
  handle: ({ body }) => partUrls(body.uploadId, body.partNumbers),
});

const progress = endpoint({
  method: "get",
  path: `${ADMIN}/upload/get`,
  access: mayUpload,
  summary:
    "Returns an upload; status 0 open (with the parts that have arrived), 1 being checked, 2 done, 3 refused, 4 abandoned, 5 and 6 replaced",
  input: { query: UploadQuery },
  output: UploadProgressView,
  handle: ({ query }) => getUploadWithParts(query.uploadId),
  view: ({ upload, parts }) => ({
    ...uploadView(upload),
    parts: parts.map(({ partNumber, size }) => ({ partNumber, size })),
  }),
});

const complete = endpoint({
  method: "put",
  path: `${ADMIN}/upload/complete`,
  access: mayUpload,
  summary: "Completes an upload: a job checks the package and attaches it to the source",
  input: { body: UploadIdBody },
  output: z.boolean(),
  handle: ({ body }) => completeUpload(body.uploadId),
});

const abort = endpoint({
  method: "put",
  path: `${ADMIN}/upload/abort`,
  access: mayUpload,
  input: { body: UploadIdBody },
  output: z.boolean(),
  handle: ({ body }) => abortUpload(body.uploadId),
});

export const websiteSourceEndpoints = [
  ...list,
  ...detail,
  download,
  downloads,
  ...admin,
  start,
  urls,
  progress,
  complete,
  abort,
];
