import type { z } from "zod";
import { partCount, type DownloadDoc, type SourceDoc, type UploadDoc } from "#shared/domains/website/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { nameOf, type Names } from "./product.views.js";
import type { SourceAdminView, SourceDetailView, SourceEntryView, UploadView } from "./source.schemas.js";
import { rowView, shownJson } from "./website.fields.js";

export const sourceEntryView = (source: SourceDoc, names: Names): z.input<typeof SourceEntryView> => ({
  id: source._id,
  name: source.name,
  version: source.version,
  icon: mediaUrl(source.icon),
  description: source.description,
  envTags: source.envTags,
  updateTime: source.changedAt.getTime(),
  fileSize: source.package?.size ?? 0,
  downloadCount: source.downloadCount,
  categoryId: source.categoryId,
  categoryName: nameOf(names, source.categoryId),
});

export const sourceDetailView = (source: SourceDoc, names: Names): z.input<typeof SourceDetailView> => ({
  ...sourceEntryView(source, names),
  changelog: shownJson(source.changelog),
  envRequirements: shownJson(source.envRequirements),
});

export function sourceAdminView(source: SourceDoc): z.input<typeof SourceAdminView> {
  const { categoryName: _, ...detail } = sourceDetailView(source, new Map());
  return {
    ...rowView(source),
    ...detail,
    fileName: source.package?.fileName ?? null,
    contentType: source.package?.contentType ?? null,
    sha256: source.package?.sha256 ?? null,
  };
}

export const uploadView = (upload: UploadDoc): z.input<typeof UploadView> => ({
  uploadId: upload._id,
  sourceId: upload.sourceId,
  fileName: upload.fileName,
  size: upload.size,
  partSize: upload.partSize,
  partCount: partCount(upload),
  status: upload.status,
  reason: upload.reason,
  sha256: upload.sha256,
  contentType: upload.contentType,
  expireTime: upload.expiresAt.getTime(),
});

export const downloadView = ({ _id, sourceId, sourceName, version, createdAt }: DownloadDoc) => ({
  id: _id,
  sourceId,
  sourceName,
  version,
  createTime: createdAt.getTime(),
});
