import { resolveCode, refreshCredential, refreshCredentials } from "#shared/domains/social/worker.js";
import { resolveCodeJob, refreshCredentialJob, refreshCredentialsJob } from "#shared/domains/social/social.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

export default [
  processor(resolveCodeJob, ({ codeId }) => resolveCode(codeId)),
  processor(refreshCredentialJob, ({ name }) => refreshCredential(name)),
  processor(refreshCredentialsJob, () => refreshCredentials()),
] satisfies Processor[];
