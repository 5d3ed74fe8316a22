import { expireQrSignIns, expireQrSignInsJob } from "#shared/domains/qrSignIn/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(expireQrSignInsJob, () => expireQrSignIns());
