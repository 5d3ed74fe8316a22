import { expireQrSignIns } from "#shared/domains/qrSignIn/worker.js";
import { expireQrSignInsJob } from "#shared/domains/qrSignIn/qrSignIn.jobs.js";
import { processor, type Processor } from "./runtime/processor.js";

/** What runs each job of the domain. */
export default [processor(expireQrSignInsJob, () => expireQrSignIns())] satisfies Processor[];
