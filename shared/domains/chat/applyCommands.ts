import { recordOperation } from "#shared/domains/audit/index.js";
import { MUTED_FOR_EVER, type TimeLeft } from "#shared/providers/chat/port.js";
import { storeAfter, storeNow } from "#shared/kernel/mongo/storeTime.js";
import { clock, seconds } from "#shared/kernel/time/clock.js";
import { withContext, pauseRun } from "#shared/kernel/request/context.js";
import { errors, errorToWire, type AppError } from "#shared/kernel/request/errors.js";
import { log } from "#shared/kernel/observability/log.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { moveState } from "#shared/kernel/mongo/moveState.js";
import { ChatCommandModel, type ChatCommandDoc, type ChatOrder } from "./chatCommand.model.js";
import { ChatGroupModel } from "./chatGroup.model.js";
import { chatCommandStates, ChatCommandStatus } from "./chatGroup.states.js";
import { chat, forWaitingClient, isFinal, PROVIDER_TIMEOUT_MS, refusalOf, timeWithin } from "./chatProvider.js";

/** A worker that keeps its turn for longer is taken for dead. */
const TURN_MS = seconds(10);
const POLL_MS = 50;
const BACKGROUND_TIMEOUT_MS = seconds(9);

/** For a waiting client. Refusals are stored in the command's row. StillWorking, TooManyCalls. */
export const rushCommands = (groupId: string): Promise<void> =>
  forWaitingClient(applyCommands(groupId, timeWithin(PROVIDER_TIMEOUT_MS)));

/**
 * When no client waits: throws errors that a retry may resolve. After the last try the command ends as refused, so that
 * it does not block later ones for ever.
 */
export async function applyCommandsLater(
  { groupId, commandId }: { groupId: string; commandId: number },
  { isLast }: { isLast: boolean },
): Promise<void> {
  try {
    await applyCommands(groupId, timeWithin(BACKGROUND_TIMEOUT_MS));
  } catch (error) {
    if (isLast) {
      log.error({ err: error, groupId, commandId }, "a command of a chat group is abandoned");
      await moveState(ChatCommandModel, chatCommandStates, {
        where: { _id: commandId },
        from: ChatCommandStatus.pending,
        to: ChatCommandStatus.refused,
        set: { endedAt: clock.now() },
      });
    }
    throw error;
  }
}

/** Applies a group's commands, oldest first; one worker at a time, so that the last command wins. */
async function applyCommands(groupId: string, left: TimeLeft): Promise<void> {
  for (;;) {
    if (!(await nextCommand(groupId))) return;
    const turn = await takeTurn(groupId);
    if (turn) return applyInTurn(groupId, turn, left);
    if (left() < POLL_MS) throw errors.StillWorking({}, 2);
    await pauseRun(POLL_MS);
  }
}

const nextCommand = (groupId: string) =>
  ChatCommandModel.findOne({ groupId, status: ChatCommandStatus.pending }).sort({ place: 1 }).lean<ChatCommandDoc>();

async function takeTurn(groupId: string): Promise<Date | undefined> {
  const until = storeAfter(TURN_MS);
  const { matchedCount } = await ChatGroupModel.updateOne(
    { groupId, $or: [{ turnUntil: null }, { turnUntil: { $lt: storeNow() } }] },
    { $set: { turnUntil: until } },
  );
  return matchedCount === 1 ? until : undefined;
}

async function applyInTurn(groupId: string, turn: Date, left: TimeLeft): Promise<void> {
  let mine: Date = turn;
  try {
    for (let command = await nextCommand(groupId); command; command = await nextCommand(groupId)) {
      if (left() === 0) throw errors.StillWorking({}, 2);
      const until = storeAfter(TURN_MS);
      const { matchedCount } = await ChatGroupModel.updateOne(
        { groupId, turnUntil: mine },
        { $set: { turnUntil: until } },
      );
      // The turn ran out meanwhile: another worker goes on.
      if (matchedCount === 0) return;
      mine = until;
      await apply(command, left);
    }
  } finally {
    await ChatGroupModel.updateOne({ groupId, turnUntil: mine }, { $set: { turnUntil: null } });
  }
}

async function apply(command: ChatCommandDoc, left: TimeLeft): Promise<void> {
  const { groupId, order, actor } = command;
  try {
    const before = actor.kind === "operator" ? await stateBefore(groupId, order, left) : undefined;
    await carryOut(command, left);
    await end(command, { before });
  } catch (error) {
    if (!isFinal(error)) throw error;
    await end(command, { refusal: refusalOf(error) });
  }
}

/** A mute counts from when it was commanded: the time since is subtracted, and a mute that is over is skipped. */
async function carryOut({ groupId, order, wishedAt }: ChatCommandDoc, left: TimeLeft): Promise<void> {
  if (order.kind === "modify") return chat.changeGroup(groupId, order.change, left);
  const { accounts, seconds: muteSeconds } = order;
  if (muteSeconds === 0 || muteSeconds === MUTED_FOR_EVER) return chat.mute(groupId, accounts, muteSeconds, left);
  const remaining = muteSeconds - Math.floor((clock.ms() - wishedAt.getTime()) / 1_000);
  if (remaining > 0) await chat.mute(groupId, accounts, Math.min(remaining, muteSeconds), left);
}

/** The state before the change, for the audit log. */
async function stateBefore(groupId: string, order: ChatOrder, left: TimeLeft): Promise<object> {
  if (order.kind === "mute") {
    const muted = await chat.mutedAccounts(groupId, left);
    return { muted: muted.filter(({ account }) => order.accounts.includes(account)) };
  }
  const { name, introduction, notification, faceUrl, muteAllMember } = await chat.groupInfo(groupId, left);
  const whole: Record<string, string> = { name, introduction, notification, faceUrl, muteAllMember };
  return Object.fromEntries(Object.keys(order.change).map((field) => [field, whole[field]]));
}

async function end(
  { _id, groupId, order, actor }: ChatCommandDoc,
  { before, refusal }: { before?: object | undefined; refusal?: AppError },
): Promise<void> {
  await inTransaction(async () => {
    const moved = await moveState(ChatCommandModel, chatCommandStates, {
      where: { _id },
      from: ChatCommandStatus.pending,
      to: refusal ? ChatCommandStatus.refused : ChatCommandStatus.done,
      set: { endedAt: clock.now(), refusal: refusal ? errorToWire(refusal) : null },
    });
    await ChatGroupModel.updateOne({ groupId }, { $inc: { changes: 1 } });
    if (!moved || refusal || actor.kind !== "operator") return;
    const { operatorId, ip, userAgent, requestId } = actor;
    await withContext(
      {
        requestId,
        language: "en",
        actor: { kind: "operator", operatorId, sessionId: 0, permissions: [] },
        ip,
        userAgent,
      },
      () =>
        recordOperation({
          module: "cloudlive",
          action: order.kind === "mute" ? "im.forbidSendMsg" : "im.modifyGroupBaseInfo",
          bizId: groupId,
          before,
          after: order.kind === "mute" ? { accounts: order.accounts, muteTime: order.seconds } : order.change,
        }),
    );
  });
}
