import { z } from "zod";
import { LongId, nameText, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { MOST_PACKAGE_BYTES } from "#shared/domains/website/index.js";
import { IdOrNone, JsonField, JsonView, maybe, placeFields, rowFields, Tags } from "./website.fields.js";

const int = z.number().int();
const string = z.string();

export const SourceEntryView = z.object({
  id: int,
  name: string,
  version: string,
  icon: string,
  description: string,
  envTags: z.array(string),
  updateTime: Time,
  fileSize: int,
  downloadCount: int,
  categoryId: int.nullable(),
  categoryName: string.nullable(),
});
export const SourceDetailView = SourceEntryView.extend({ changelog: JsonView, envRequirements: JsonView });

export const sourceFields = {
  name: nameText(100),
  version: maybe(text(50)),
  icon: maybe(PictureUrlOrNone),
  description: maybe(text(2_000)),
  envTags: maybe(Tags),
  categoryId: IdOrNone,
  changelog: JsonField,
  envRequirements: JsonField,
  ...placeFields,
};
export const SourceAdminView = SourceDetailView.omit({ categoryName: true }).extend({
  ...rowFields,
  /** The current package's; null before the first. */
  fileName: string.nullable(),
  contentType: string.nullable(),
  sha256: string.nullable(),
});

/** A name without folders. */
const FileName = text(200, 1).refine((name) => !/[/\\]/.test(name), { error: "must not hold a folder" });
export const UploadStartBody = z.object({
  sourceId: LongId,
  fileName: FileName,
  /** Bytes. */
  size: z.number().int().min(1).max(MOST_PACKAGE_BYTES),
});
export const UploadIdBody = z.object({ uploadId: LongId });
export const UploadQuery = z.object({ uploadId: LongId });
export const PartUrlsBody = z.object({
  uploadId: LongId,
  partNumbers: z.array(z.number().int().min(1).max(10_000)).min(1).max(100),
});
export const PartUrlsView = z.array(z.object({ partNumber: int, url: string }));
export const UploadView = z.object({
  uploadId: int,
  sourceId: int,
  fileName: string,
  size: int,
  partSize: int,
  partCount: int,
  status: int,
  reason: string,
  sha256: string.nullable(),
  contentType: string.nullable(),
  expireTime: Time,
});
/** With the parts that have arrived. */
export const UploadProgressView = UploadView.extend({ parts: z.array(z.object({ partNumber: int, size: int })) });

export const DownloadPageQuery = pageInput({});
export const DownloadPageView = pageOf(
  z.object({ id: int, sourceId: int, sourceName: string, version: string, createTime: Time }),
);
