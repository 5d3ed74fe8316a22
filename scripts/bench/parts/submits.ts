import { randomBytes } from "node:crypto";
import type { Deployment } from "../deployment.js";
import { onceEach, p50, p99, type Rush } from "../load.js";
import { quiet, withProviders } from "../outside.js";
import type { Pace } from "../pace.js";
import { makeMembers, stockUp } from "../shoppers.js";
import { cpuOf, measureAll, rowOf, type Round } from "../sideBySide.js";
import { privateKeyOf, requestMessage, signMessage } from "#scripts/sandbox/wechatpay/signature.js";
import { over, type Table } from "../tables.js";
import { makeWaitingOrders, type WaitingOrder } from "../waitingOrders.js";

const CROWD = 8;
/** Prepared per second of a round; those not reached stay unpaid. */
const A_SECOND = { alone: 40, crowd: 80 };
const PREPAY = "/platform/wechatpay/v3/pay/transactions/native";

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A QR code for an order that was not submitted yet: API, ask, worker, provider and back. */
export function benchSubmits(deployment: Deployment, { rounds, seconds }: Pace): Promise<Table> {
  return withProviders(deployment, async (sandbox) => {
    const members = await makeMembers(deployment, CROWD);
    const tokens = new Map(members.map(({ memberId, token }) => [memberId, token]));
    const skuIds = await stockUp(deployment, 60, 1_000_000);
    const memberIds = members.map(({ memberId }) => memberId);
    const wanted = { memberIds, addressId: members[0]!.addressId, skuIds, channelCode: null, notifyUrl: "" };
    const { api, worker, mongodb, redis } = deployment.pids;
    const provider = { sandbox: () => sandbox.pid };
    const submit: Rush<WaitingOrder>["walk"] = (connection, { payOrderId, memberId }) =>
      connection.as(tokens.get(memberId)!, 0).post("/app-api/pay/order/submit", {
        id: payOrderId,
        userId: memberId,
        channelCode: "social_native",
        displayMode: "qr_code",
        returnUrl: `${deployment.url}/paid`,
      });
    const rows: Table["rows"] = [];
    const remarks: string[] = [];
    for (const kind of ["alone", "crowd"] as const) {
      const name = kind === "alone" ? "one at a time" : `${CROWD} at once`;
      const clients = kind === "alone" ? 1 : CROWD;
      const taken: Record<"ours" | "bare", Round[]> = { ours: [], bare: [] };
      for (let round = 0; round <= rounds; round++) {
        const length = round === 0 ? Math.min(1, seconds) : seconds;
        const count = Math.ceil(A_SECOND[kind] * length);
        const orders = await makeWaitingOrders(deployment, { ...wanted, count });
        const ours = await measureAll(
          () => onceEach({ url: deployment.url, clients, items: orders, seconds: length, walk: submit }),
          { api, worker, mongodb, redis, ...provider },
          () => quiet(deployment),
        );
        const url = `http://127.0.0.1:${deployment.sandboxPort}`;
        const calls = orders.slice(0, Math.max(1, ours.result.walks)).map((order) => prepayOf(deployment, order));
        const direct = await measureAll(
          () => onceEach({ url, clients, items: calls, walk: (connection, call: Call) => connection.send(call) }),
          provider,
        );
        for (const [side, { result }] of Object.entries({ ours, direct }))
          for (const [what, times] of Object.entries(result.refused))
            remarks.push(`${name}, ${side}: ${times} x ${what}`);
        if (round === 0) continue;
        taken.ours.push(ours);
        taken.bare.push(direct);
      }
      const sandboxOf = (taken_: Round[]) => over(taken_, ({ cpu }) => cpu["sandbox"] ?? NaN);
      rows.push(
        [...rowOf(name, taken.ours), sandboxOf(taken.ours)],
        [...rowOf("  prepay alone", taken.bare), sandboxOf(taken.bare)],
        ratiosOf(taken),
      );
    }
    return {
      title: "Submit round trip",
      note: "A new attempt by QR code each time: API, ask, worker, the platform's prepay, and back. bare: the same prepay, signed beforehand, straight to the platform (the sandbox, whose processor time is in the sum).",
      columns: ["", "per second", "p50 ms", "p99 ms", "CPU s/1,000", "api", "worker", "stores", "client", "sandbox"],
      rows,
      remarks,
    };
  });
}

/** The worker's call for an order, with another number. */
function prepayOf({ keys: { wechatpay }, url }: Deployment, { amountFen }: WaitingOrder): Call {
  const body = JSON.stringify({
    appid: wechatpay.appId,
    mchid: wechatpay.mchId,
    description: "bench",
    out_trade_no: `bench${randomBytes(10).toString("hex")}`,
    time_expire: new Date(Date.now() + 3_600_000).toISOString(),
    notify_url: `${url}/callback/pay/1`,
    amount: { total: amountFen, currency: "CNY" },
  });
  const nonce = randomBytes(16).toString("hex");
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const message = requestMessage({ method: "POST", path: PREPAY, timestamp, nonce, body });
  const signature = signMessage(message, privateKeyOf(wechatpay.merchantPrivateKey));
  const authorization =
    `WECHATPAY2-SHA256-RSA2048 mchid="${wechatpay.mchId}",nonce_str="${nonce}",signature="${signature}",` +
    `timestamp="${timestamp}",serial_no="${wechatpay.merchantSerial}"`;
  const headers = {
    authorization,
    accept: "application/json",
    "user-agent": "bench",
    "content-type": "application/json",
  };
  return { path: PREPAY, headers, body };
}

function ratiosOf({ ours, bare }: Record<"ours" | "bare", Round[]>): Table["rows"][number] {
  const ratio = (of: (round: Round) => number) =>
    over(
      ours.map((one, index) => of(one) / of(bare[index]!)),
      (x) => x,
    );
  return [
    "  ours / prepay",
    ratio(({ perSecond }) => perSecond),
    ratio(({ result }) => p50(result)),
    ratio(({ result }) => p99(result)),
    ratio(({ cpu }) => cpuOf(cpu)),
  ];
}
