import { applyCommandsJob, applyCommandsLater } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(applyCommandsJob, (command, attempt) => applyCommandsLater(command, attempt));
