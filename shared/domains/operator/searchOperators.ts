import { bestOf, MOST_HITS, type Hit, type Sought } from "#shared/kernel/lists/sought.js";
import { findOperator, pageOperators } from "./operator.queries.js";
import type { OperatorDoc } from "./operator.model.js";

/** Operators, who are few, by their id or mobile and by the beginning of their user name or name. */
export async function searchOperators({ id, text, phones: [mobile] }: Sought): Promise<Hit[]> {
  const page = { pageNo: 1, pageSize: MOST_HITS };
  const [byId, called, byMobile, byUsername, byName] = await Promise.all([
    id === undefined ? null : findOperator(id),
    pageOperators({ username: text }, page),
    mobile === undefined ? null : pageOperators({ mobile }, page),
    pageOperators({ username: text.toLowerCase() }, page),
    pageOperators({ nickname: text }, page),
  ]);
  const hit =
    (isExact: boolean) =>
    (operator: OperatorDoc): Hit => ({
      id: operator._id,
      title: operator.username,
      state: String(operator.status),
      amountFen: null,
      about: operator.nickname,
      at: operator.createdAt,
      isExact,
    });
  return bestOf(
    [...(byId ? [byId] : []), ...(byMobile?.list ?? [])].map(hit(true)),
    [...called.list, ...byUsername.list, ...byName.list].map(hit(false)),
  );
}
