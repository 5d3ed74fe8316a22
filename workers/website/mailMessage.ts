import { mailMessage, mailMessageJob } from "#shared/domains/website/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(mailMessageJob, ({ messageId }) => mailMessage(messageId));
