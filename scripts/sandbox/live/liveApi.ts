/** The streaming provider's API 3.0: the actions that the shop calls. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { LiveApiKeys, LiveKeys } from "../keyTypes.js";
import { headerOf, type Provider, type ProviderAnswer, type ProviderCall } from "../provider.js";
import { checkTc3, SmsRefusal as ApiRefusal } from "../sms/tc3.js";

const VERSION = "2018-08-01";
const StreamBody = z.object({ DomainName: z.string(), AppName: z.string(), StreamName: z.string().min(1) });
const EventsBody = StreamBody.extend({ StartTime: z.iso.datetime(), EndTime: z.iso.datetime() });

interface Streams {
  /** Ends a stream; returns what to do after the response, if it ran. */
  drop: (streamName: string) => (() => void) | undefined;
  find: (streamName: string) => { startedAt: number; endedAt: number | null } | undefined;
}

export function makeLiveApi(
  keys: LiveKeys & LiveApiKeys,
  { drop, find }: Streams,
): Pick<Provider, "answer" | "operation"> {
  const actions: Record<string, (call: ProviderCall) => ProviderAnswer> = {
    DropLiveStream(call) {
      const afterwards = drop(bodyOf(call, StreamBody).StreamName);
      return { ...answer({}), ...(afterwards ? { afterwards } : {}) };
    },
    DescribeLiveStreamState(call) {
      const push = find(bodyOf(call, StreamBody).StreamName);
      return answer({ StreamState: push?.endedAt === null ? "active" : "inactive" });
    },
    DescribeLiveStreamEventList(call) {
      const { AppName, DomainName, StreamName, StartTime, EndTime } = bodyOf(call, EventsBody);
      const push = find(StreamName);
      const isAsked = push && push.startedAt <= Date.parse(EndTime) + 1_000 && push.startedAt >= Date.parse(StartTime);
      const event = (startedAt: number, endedAt: number | null) => ({
        AppName,
        DomainName,
        StreamName,
        StreamStartTime: utc(startedAt),
        StreamEndTime: endedAt === null ? "" : utc(endedAt),
        StopReason: "",
        Duration: Math.floor(((endedAt ?? startedAt) - startedAt) / 1_000),
        ClientIp: "127.0.0.1",
        Resolution: "",
      });
      const EventList = isAsked ? [event(push.startedAt, push.endedAt)] : [];
      return answer({ EventList, PageNum: 1, PageSize: 100, TotalNum: EventList.length, TotalPage: 1 });
    },
  };

  function act(call: ProviderCall): ProviderAnswer {
    checkTc3(call, { ...keys, service: "live" });
    const name = headerOf(call, "x-tc-action") ?? "";
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new ApiRefusal("InvalidAction", "Unknown action.");
    if (headerOf(call, "x-tc-version") !== VERSION) throw new ApiRefusal("NoSuchVersion", "Unknown version.");
    if (bodyOf(call, StreamBody).DomainName !== keys.pushDomain)
      throw new ApiRefusal("ResourceNotFound.DomainNotExist", "No such domain.");
    return action(call);
  }

  return {
    operation: (call) => headerOf(call, "x-tc-action") ?? null,
    answer: (call) => {
      try {
        return act(call);
      } catch (error) {
        if (error instanceof ApiRefusal) return refusal(error.code, error.message);
        throw error;
      }
    },
  };
}

function bodyOf<S extends z.ZodType>(call: ProviderCall, schema: S): z.output<S> {
  try {
    return schema.parse(JSON.parse(call.body.toString("utf8")));
  } catch {
    throw new ApiRefusal("InvalidParameter", "A parameter is missing or not valid.");
  }
}

/** A time in the API's format. */
const utc = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

const answer = (response: object): ProviderAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ Response: { ...response, RequestId: randomUUID() } }),
});

export const refusal = (Code: string, Message: string): ProviderAnswer => answer({ Error: { Code, Message } });
