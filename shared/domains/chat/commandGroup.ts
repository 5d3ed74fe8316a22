import { createHash } from "node:crypto";
import type { ChatGroupChange } from "#shared/providers/chat/port.js";
import { ask, askWaitMs } from "#shared/kernel/queue/ask.js";
import { clock, minutes, seconds } from "#shared/kernel/time/clock.js";
import { currentContext, currentRequestId, type Actor } from "#shared/kernel/request/context.js";
import { errorFromWire, errors } from "#shared/kernel/request/errors.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { enqueue } from "#shared/kernel/outbox/enqueue.js";
import { chatErrors } from "./chat.errors.js";
import { applyCommandsJob, hurryCommandsJob } from "./chat.jobs.js";
import { ChatCommandModel, type ChatActor, type ChatCommandDoc, type ChatOrder } from "./chatCommand.model.js";
import { ChatGroupModel, type ChatGroupDoc } from "./chatGroup.model.js";
import { getChatGroup } from "./chatGroup.queries.js";
import { ChatCommandStatus } from "./chatGroup.states.js";

/** How long a repeat finds a command whose result no client got; after that it is a new command. */
const SAME_COMMAND_MS = minutes(2);
/** Once the client's timeout has passed. */
const LATER_MS = askWaitMs.long + seconds(1);

/** Name, texts, picture or the mute of all. ChatGroupNotFound, ChatGroupNotReady and the provider's refusals. */
export const modifyChatGroup = (actor: Actor, groupId: string, change: ChatGroupChange): Promise<true> =>
  command(actor, groupId, { kind: "modify", change });

/** For these seconds, 0 to lift it, 4294967295 for ever. */
export const muteInChatGroup = (
  actor: Actor,
  groupId: string,
  { accounts, muteSeconds }: { accounts: readonly string[]; muteSeconds: number },
): Promise<true> => command(actor, groupId, { kind: "mute", accounts: [...new Set(accounts)], seconds: muteSeconds });

/**
 * Stores the command and has a worker apply it, waiting 5 s at most. StillWorking after that: it will be applied all
 * the same, and repeating it within two minutes returns its result.
 */
async function command(actor: Actor, groupId: string, order: ChatOrder): Promise<true> {
  await getChatGroup(groupId);
  const { _id, status } = await openCommand(chatActor(actor), groupId, order);
  if (status === ChatCommandStatus.pending)
    await ask(hurryCommandsJob, { groupId }, { timeoutMs: askWaitMs.long }).catch((error: unknown) => {
      // The result is in the command's row.
      if (!errors.StillWorking.is(error)) throw error;
    });
  return reportResult(_id);
}

async function openCommand(actor: ChatActor, groupId: string, order: ChatOrder): Promise<ChatCommandDoc> {
  const fingerprint = fingerprintOf(actor, groupId, order);
  const now = clock.now();
  const since = new Date(now.getTime() - SAME_COMMAND_MS);
  const existing = await ChatCommandModel.findOne({ fingerprint, toldAt: null, createdAt: { $gte: since } })
    .sort({ place: -1 })
    .lean<ChatCommandDoc>();
  if (existing && (await isLastCommand(existing))) return existing;
  const _id = await nextId("chatCommands");
  return inTransaction(async () => {
    const group = await ChatGroupModel.findOneAndUpdate(
      { groupId },
      { $inc: { wishes: 1 } },
      { returnDocument: "after" },
    ).lean<ChatGroupDoc>();
    if (!group) throw chatErrors.ChatGroupNotFound();
    const [created] = await ChatCommandModel.create([
      { _id, groupId, place: group.wishes, order, actor, fingerprint, wishedAt: now },
    ]);
    await enqueue(applyCommandsJob, { groupId, commandId: _id }, { delayMs: LATER_MS });
    return created!.toObject<ChatCommandDoc>();
  });
}

/** After a later command the same one again is a new command, to restore what that changed. */
async function isLastCommand({ place, groupId }: ChatCommandDoc): Promise<boolean> {
  return !(await ChatCommandModel.exists({ groupId, place: { $gt: place } }));
}

async function reportResult(commandId: number): Promise<true> {
  const ended = await ChatCommandModel.findOneAndUpdate(
    { _id: commandId, status: { $ne: ChatCommandStatus.pending } },
    { $set: { toldAt: clock.now() } },
  ).lean<ChatCommandDoc>();
  if (!ended) throw errors.StillWorking({}, 2);
  if (ended.refusal) throw errorFromWire(ended.refusal);
  // Given up after its last try, as the provider did not answer.
  if (ended.status === ChatCommandStatus.refused) throw errors.PlatformFailed({ platform: "im" });
  return true;
}

function chatActor(actor: Actor): ChatActor {
  if (actor.kind === "member") return { kind: "member", memberId: actor.memberId };
  const { ip = "", userAgent = "" } = currentContext() ?? {};
  return { kind: "operator", operatorId: actor.operatorId, ip, userAgent, requestId: currentRequestId() };
}

function fingerprintOf(actor: ChatActor, groupId: string, order: ChatOrder): string {
  const who = actor.kind === "member" ? `member ${actor.memberId}` : `operator ${actor.operatorId}`;
  return createHash("sha256")
    .update(JSON.stringify([who, groupId, order]))
    .digest("hex");
}
