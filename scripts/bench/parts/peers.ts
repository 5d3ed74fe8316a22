import { connectTo } from "../connection.js";
import type { Deployment } from "../deployment.js";
import { drive, p50, p99 } from "../load.js";
import type { Pace } from "../pace.js";
import { ownShop } from "../peers/ownShop.js";
import { kinds, loadPeerShop, type Kind, type PeerSession, type PeerShop } from "../peers/peerShop.js";
import { cpuOf, measureAll, type Round } from "../sideBySide.js";
import { over, type Table } from "../tables.js";

const CLIENTS = 16;
const PRODUCTS = 1_000;
const WARM_UP_S = 2;

interface Opened {
  shop: PeerShop;
  sessions: PeerSession[];
  close(): Promise<unknown>;
}

/** The same four kinds of work, from the same client, at this shop and at those of `--shop=`, in turn. */
export async function benchPeers(deployment: Deployment, { rounds, seconds, shops }: Pace): Promise<Table> {
  const own = await ownShop(deployment, { name: "this shop", products: PRODUCTS, clients: CLIENTS });
  const all = await Promise.all([own, ...(await Promise.all(shops.map(loadPeerShop)))].map(open));
  const rows: Table["rows"] = [];
  const remarks: string[] = [];
  for (const [kind, title] of Object.entries(kinds) as [Kind, string][]) {
    const taken = new Map<string, Round[]>(all.map(({ shop }) => [shop.name, []]));
    for (let round = 0; round <= rounds; round++)
      for (const opened of all) {
        const { name } = opened.shop;
        // The first, short round warms up and is not counted.
        const measured = await measureKind(opened, kind, round === 0 ? Math.min(WARM_UP_S, seconds) : seconds);
        if (round > 0) taken.get(name)!.push(measured);
        for (const [what, times] of Object.entries(measured.result.refused))
          remarks.push(`${title}, ${name}: ${times} x ${what}`);
      }
    const ours = taken.get(own.name)!;
    rows.push([title, "", "", "", "", ""]);
    for (const [name, list] of taken)
      rows.push([
        `  ${name}`,
        over(list, ({ perSecond }) => perSecond),
        over(list, ({ result }) => p50(result)),
        over(list, ({ result }) => p99(result)),
        over(list, ({ cpu }) => cpuOf(cpu)),
        name === own.name ? "" : over(list, ({ perSecond }, index) => ours[index]!.perSecond / perSecond),
      ]);
  }
  await Promise.all(all.map(({ close }) => close()));
  return {
    title: "Beside other shops",
    note: `${CLIENTS} clients with a customer each, ${PRODUCTS.toLocaleString("en")} products and those of the demo here; CPU of all processes that a shop names, stores included.`,
    columns: ["", "per second", "p50 ms", "p99 ms", "CPU s/1,000", "ours / theirs"],
    rows,
    remarks: [...(shops.length === 0 ? ["no other shop was given: --shop=./other.mjs"] : []), ...remarks],
  };
}

async function open(shop: PeerShop): Promise<Opened> {
  const connections = Array.from({ length: CLIENTS }, () => connectTo(shop.url));
  const sessions = await Promise.all(connections.map(({ send }, number) => shop.openSession(send, number)));
  return { shop, sessions, close: () => Promise.all(connections.map(({ close }) => close())) };
}

function measureKind({ shop, sessions }: Opened, kind: Kind, seconds: number): Promise<Round> {
  const pids = Object.fromEntries((shop.pids ?? []).map((pid, index) => [`process ${index}`, () => pid]));
  const tokens = sessions.map(() => "");
  return measureAll(
    () => drive({ url: shop.url, tokens, seconds, walk: ({ number }, turn) => sessions[number]![kind](turn) }),
    pids,
  );
}
