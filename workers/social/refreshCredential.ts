import { refreshCredential, refreshCredentialJob } from "#shared/domains/social/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(refreshCredentialJob, ({ name }) => refreshCredential(name));
