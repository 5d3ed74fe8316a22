import { LiveStatus } from "#shared/domains/live/live.states.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { makeMembers } from "../shoppers.js";
import { beside, sideBySide } from "../sideBySide.js";
import type { Table } from "../tables.js";

const CLIENTS = [16, 32, 64];
/** The maximum per call. */
const MOST = 20;

/** Viewers like a running live as fast as they can: one like per call, and in batches as an app sends them. */
export async function benchLikes(deployment: Deployment, pace: Pace): Promise<Table> {
  const members = await makeMembers(deployment, Math.max(...CLIENTS));
  const tokens = members.map(({ token }) => token);
  const live = await deployment.db
    .collection<{ _id: number }>("lives")
    .findOne({ status: LiveStatus.live, deletedAt: null });
  if (!live) throw new Error("the demo has no running live");
  let begun = 0;
  let taken = 0;
  const like = (count: number) =>
    beside(`like, ${count} a call`, [
      async (shopper) => {
        begun += count;
        await shopper.post("/app-api/cloudlive/live/like", { id: live._id, count });
        taken += count;
      },
      (shopper) => shopper.post("/like", { id: live._id, count }),
    ]);
  const rows: Table["rows"] = [];
  const remarks: string[] = [];
  let columns: string[] = [];
  const before = await likesOf(deployment, tokens[0]!, live._id);
  for (const clients of CLIENTS) {
    const pairs = clients === CLIENTS.at(-1) ? [like(1), like(MOST)] : [like(1)];
    const table = await sideBySide(deployment, pace, { title: "", note: "", tokens: tokens.slice(0, clients), pairs });
    columns = table.columns;
    const named = table.rows.map(([name, ...cells]) => [
      String(name).startsWith("like") ? `${String(name)}, ${clients} clients` : String(name),
      ...cells,
    ]);
    rows.push(...named);
    remarks.push(...(table.remarks ?? []));
  }
  const counted = (await likesOf(deployment, tokens[0]!, live._id)) - before;
  // A call whose response never came may have counted.
  if (counted < taken || counted > begun) remarks.push(`${taken} likes were taken, ${counted} are counted`);
  return {
    title: "Likes",
    note: `Calls a second; ${MOST} a call are ${MOST} times as many likes. ${taken} likes were taken in this run, ${counted} are counted. bare: Koa, JWT check and one HINCRBY.`,
    columns,
    rows,
    remarks,
  };
}

async function likesOf({ url }: Deployment, token: string, id: number): Promise<number> {
  const answer = await fetch(`${url}/app-api/cloudlive/live/getLiveLikePlayTimesInfo`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}`, terminal: String(Terminal.web) },
    body: JSON.stringify({ id }),
  });
  return ((await answer.json()) as { data: { likeTimes: number } }).data.likeTimes;
}
