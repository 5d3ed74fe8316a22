import { currentContext, currentRequestId } from "#shared/kernel/request/context.js";
import { countFormWrite } from "./form/countFormWrite.js";
import { gatherInserts } from "#shared/kernel/mongo/gathered.js";
import { nextId } from "#shared/kernel/mongo/ids.js";
import { operateTypeOf } from "./operationLog.codes.js";
import { OperationLogModel } from "./operationLog.model.js";

interface OperationEntry {
  /** "trade", "member": searches filter by it. */
  module: string;
  action: string;
  bizId: number | string;
  before?: unknown;
  after?: unknown;
}

/**
 * Adds one audit row for an operator's write, or a member's sensitive one, in the caller's transaction, so that it
 * exists exactly when the write does. Actor, address, user agent and request come from the running request.
 */
export async function recordOperation({ module, action, bizId, before, after }: OperationEntry): Promise<void> {
  const context = currentContext();
  const actor = context?.actor;
  await gatherInserts(OperationLogModel, [
    {
      _id: await nextId("operationLogs"),
      operatorId: actor?.kind === "operator" ? actor.operatorId : null,
      memberId: actor?.kind === "member" ? actor.memberId : null,
      module,
      action,
      operateType: operateTypeOf(action),
      bizId: String(bizId),
      before: withoutSecrets(before),
      after: withoutSecrets(after),
      ip: context?.ip ?? "",
      userAgent: (context?.userAgent ?? "").slice(0, 300),
      requestId: currentRequestId(),
      unsealed: true,
    },
  ]);
  await countFormWrite({ bizId, before, after });
}

const secretKey = /password|secret|token|apikey|privatekey/i;

/** Many may read the audit log: a secret is recorded as present, without its value. */
function withoutSecrets(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      secretKey.test(key) && inner !== null && inner !== undefined ? "[hidden]" : inner,
    ),
  ) as unknown;
}
