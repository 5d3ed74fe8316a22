/** The chat provider (Tencent Cloud Chat, REST v4): accounts, groups and their mutes, and what the shop ends. */
import type { Journal } from "../journal.js";
import type { ImKeys } from "../keyTypes.js";
import type { Provider, ProviderAnswer } from "../provider.js";
import { imCommands } from "./commands.js";
import { ImEvents } from "./events.js";
import { Chats } from "./groups.js";
import { checkCaller, ImRefusal } from "./signature.js";

const NAME = "im";
/** Calls of one command in any second, unless the control sets another limit. */
export const CALLS_A_SECOND = 200;

export interface ImSide {
  provider: Provider;
  chats: Chats;
  events: ImEvents;
  limit: { callsASecond: number };
}

export function makeIm(keys: ImKeys, { journal, now }: { journal: Journal; now: () => number }): ImSide {
  const chats = new Chats(journal, now);
  const events = new ImEvents();
  const commands = imCommands(chats, events);
  const limit = { callsASecond: CALLS_A_SECOND };
  const recent = new Map<string, number[]>();

  function checkRate(command: string, at: number): void {
    const inThisSecond = (recent.get(command) ?? []).filter((time) => at - time < 1_000);
    recent.set(command, inThisSecond);
    if (inThisSecond.length >= limit.callsASecond) throw new ImRefusal(60_018, "the call frequency is over the limit");
    inThisSecond.push(at);
  }

  const provider: Provider = {
    name: NAME,
    answer: (call) => {
      const { pathname, searchParams } = new URL(call.path, "http://platform");
      const command = pathname.replace(/^\/v4\//, "");
      const run = call.method === "POST" && pathname.startsWith("/v4/") ? commands[command] : undefined;
      const subject = subjectOf(call.body);
      const record = (errorCode: number): void =>
        events.add({ type: "CALL", ...subject, command: command.split("/").at(-1) ?? "", errorCode, at: call.at });
      try {
        if (!run) throw new ImRefusal(60_009, "the command is not known");
        checkCaller(keys, searchParams, call.at);
        checkRate(command, call.at);
        const said = run(call);
        record(0);
        return answer("OK", 0, "", said);
      } catch (error) {
        if (!(error instanceof ImRefusal)) throw error;
        record(error.code);
        return answer("FAIL", error.code, error.message);
      }
    },
    failure: () => ({ ...answer("FAIL", 70_500, "internal server error"), status: 500 }),
    wronglySigned: () => answer("FAIL", 70_009, "UserSig verification failed"),
  };
  return { provider, chats, events, limit };
}

/** The group of a call. It has no userId: an account's own events are those that its devices see. */
function subjectOf(body: Buffer): { userId: string; groupId?: string } {
  const groupId = /"GroupId(?:List)?"\s*:\s*\[?\s*"([^"]{1,48})"/.exec(body.toString("utf8"))?.[1];
  return { userId: "", ...(groupId === undefined ? {} : { groupId }) };
}

/** The provider sends refusals with HTTP 200 as well: only the body shows them. */
function answer(ActionStatus: "OK" | "FAIL", ErrorCode: number, ErrorInfo: string, said: object = {}): ProviderAnswer {
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ActionStatus, ErrorInfo, ErrorCode, ...said }),
  };
}
