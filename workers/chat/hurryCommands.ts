import { rushCommands, hurryCommandsJob } from "#shared/domains/chat/index.js";
import { processor } from "#workers/runtime/processor.js";

export default processor(hurryCommandsJob, ({ groupId }) => rushCommands(groupId));
