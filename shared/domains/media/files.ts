import type { QueryFilter } from "mongoose";
import { recordOperation } from "#shared/domains/audit/index.js";
import { createdWithin, startingWith, type TimeSpan } from "#shared/kernel/lists/filters.js";
import { pageOf, type Page, type PageOf } from "#shared/kernel/lists/pageOf.js";
import { deletion } from "#shared/kernel/mongo/logicalDelete.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { deleteObject } from "#shared/kernel/storage/storage.js";
import { FileModel, type FileDoc } from "./file.model.js";
import { mediaErrors } from "./media.errors.js";
import { fileStates, FileStatus } from "./media.states.js";

interface FileSearch {
  /** Prefix of its key below public/. */
  path?: string | undefined;
  contentType?: string | undefined;
  operatorId?: number | undefined;
  /** Inclusive at both ends. */
  createdBetween?: TimeSpan | undefined;
}

/** The operators' stored files, newest first. */
export async function pageFiles(
  { path, contentType, operatorId, createdBetween }: FileSearch,
  page: Page,
): Promise<PageOf<FileDoc>> {
  const where: QueryFilter<FileDoc> = {
    status: FileStatus.stored,
    ...(path === undefined ? {} : { key: startingWith(`public/${path}`) }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(operatorId === undefined ? {} : { operatorId }),
    ...createdWithin(createdBetween),
  };
  return pageOf(FileModel, where, page);
}

/** A stored one. FileNotFound. */
export async function getFile(fileId: number): Promise<FileDoc> {
  const file = await FileModel.findOne({ _id: fileId, status: FileStatus.stored }).lean<FileDoc>();
  if (!file) throw mediaErrors.FileNotFound();
  return file;
}

/**
 * Deletes a stored file for good, even where its address is still used. The sweep retries what the store fails to
 * delete now. FileNotFound.
 */
export async function deleteFile(fileId: number): Promise<true> {
  const file = await inTransaction(async () => {
    const before = await getFile(fileId);
    const deleted = deletion();
    if (
      !(await moveState(FileModel, fileStates, {
        where: { _id: fileId },
        from: FileStatus.stored,
        to: FileStatus.deleting,
        set: deleted,
      }))
    )
      throw mediaErrors.FileNotFound();
    const { name, key, contentType, size } = before;
    await recordOperation({
      module: "infra",
      action: "file.delete",
      bizId: key,
      before: { name, contentType, size },
    });
    return before;
  });
  await removeFile(file);
  return true;
}

/** The object first: the sweep tries again as long as the row is `deleting`. */
export async function removeFile({ _id, key }: Pick<FileDoc, "_id" | "key">): Promise<void> {
  await deleteObject(key);
  await moveState(FileModel, fileStates, {
    where: { _id, deletedAt: { $ne: null } },
    from: FileStatus.deleting,
    to: FileStatus.deleted,
  });
}
