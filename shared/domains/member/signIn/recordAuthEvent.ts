import { currentContext, currentRequestId } from "#shared/kernel/request/context.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { outsideTransaction } from "#shared/kernel/mongo/mongo.js";
import type { Audience } from "#shared/kernel/security/tokens.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { LoginLogModel, type AuthEventKind } from "./loginLog.model.js";

interface AuthEntry {
  audience: Audience;
  ownerId: number | null;
  username: string;
  kind: AuthEventKind;
  /** One of SignInResult. */
  result: number;
}

/** Adds a row to the login log, outside any transaction, so that it stays when a refusal rolls the work back. */
export async function recordAuth(entry: AuthEntry): Promise<void> {
  const context = currentContext();
  const _id = await nextId("loginLogs");
  await outsideTransaction(async () =>
    LoginLogModel.create([
      {
        _id,
        ...entry,
        ip: context?.ip ?? "",
        userAgent: (context?.userAgent ?? "").slice(0, 300),
        terminal: context?.terminal ?? Terminal.unknown,
        requestId: currentRequestId(),
      },
    ]),
  );
}

/** The same for a member. */
export async function recordAuthEvent(entry: {
  memberId: number | null;
  mobile: string;
  kind: Exclude<AuthEventKind, "LOGIN_USERNAME">;
  result: number;
}): Promise<void> {
  const { memberId, mobile, kind, result } = entry;
  await recordAuth({ audience: "member", ownerId: memberId, username: mobile, kind, result });
}
