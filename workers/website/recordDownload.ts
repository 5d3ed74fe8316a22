import { recordDownload, recordDownloadJob } from "#shared/domains/website/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(recordDownloadJob, ({ downloadId, ...download }) => recordDownload(downloadId, download));
