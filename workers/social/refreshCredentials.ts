import { refreshCredentials, refreshCredentialsJob } from "#shared/domains/social/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(refreshCredentialsJob, () => refreshCredentials());
