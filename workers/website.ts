import { recordDownload } from "#shared/domains/website/index.js";
import {
  recordDownloadJob,
  checkUploadJob,
  sweepUploadsJob,
  mailMessageJob,
} from "#shared/domains/website/website.jobs.js";
import { checkUpload, sweepUploads, mailMessage } from "#shared/domains/website/worker.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(recordDownloadJob, ({ downloadId, ...download }) => recordDownload(downloadId, download)),
  processor(checkUploadJob, ({ uploadId }) => checkUpload(uploadId)),
  processor(sweepUploadsJob, () => sweepUploads()),
  processor(mailMessageJob, ({ messageId }) => mailMessage(messageId)),
] satisfies Processor[];
