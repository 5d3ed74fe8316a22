/** The page's sections. Each is rendered on the server; the script replaces those that changed. */
import type { CallRecord } from "../calls.js";
import type { Fault } from "../faults.js";
import type { MerchantDelivery } from "../merchants.js";
import type { ChannelOrder, ChannelRefund } from "../pay/channel.js";
import { Scene } from "../sms/scene.codes.js";
import { chatSection } from "./chats.js";
import { faultForm, parcelForm } from "./forms.js";
import { action, clock, html, readable, yuan, type Html } from "./html.js";
import { mailSection } from "./mails.js";
import { invoiceSection } from "./invoices.js";
import { parcelSection } from "./parcels.js";
import { peopleSection } from "./people.js";
import { qrForm, qrSection } from "./qrCodes.js";
import { streamForm, streamSection } from "./streams.js";
import { videoSection } from "./videos.js";
import { scenarioSection } from "./scenarios.js";
import { badge, empty, SHOWN, statusBadge } from "./pieces.js";
import type { Section, Shown } from "./shown.js";

const SCENES: Record<Scene, string> = {
  [Scene.signIn]: "Sign-in",
  [Scene.newMobile]: "New mobile",
  [Scene.newPassword]: "New password",
  [Scene.forgottenPassword]: "Forgotten password",
  [Scene.mobileChanged]: "Mobile replaced",
  [Scene.accountsMerged]: "Accounts merged",
};

function inboxSection({ inbox }: Shown): Html {
  const messages = inbox.list().slice(0, SHOWN.messages);
  if (messages.length === 0) {
    return empty(
      html`No messages yet. Request a code from the shop, for instance
        <code>POST /app-api/member/auth/send-sms-code</code>, and it appears here.`,
    );
  }
  return html`<ul class="rows">
    ${messages.map(
      (one) =>
        html`<li class="message">
          <div class="line"><b>${one.mobile}</b> ${badge(SCENES[one.scene], "calm")} ${clock(one.sentAt)}</div>
          ${one.code && html`<button type="button" class="code" data-copy="${one.code}" title="Copy the code">${one.code}</button>`}
          <p class="text">${one.text}</p>
        </li>`,
    )}
  </ul>`;
}

function orderState(order: ChannelOrder): Html {
  if (order.state === "paid" && order.refunded > 0) return badge(`paid, ${yuan(order.refunded)} refunded`, "warn");
  return badge(order.state, order.state === "paid" ? "good" : "calm");
}

function orderActions(order: ChannelOrder): Html {
  const settle = (label: string, body: object, look: "plain" | "primary" | "danger" = "plain"): Html =>
    action(label, { method: "POST", path: `/sandbox/pay/orders/${encodeURIComponent(order.no)}/settle`, body }, look);
  if (order.state === "paid") return settle("Send callback again", { outcome: "success" });
  if (order.state === "closed") return settle("Pay all the same", { outcome: "success", force: true });
  return html`${settle("Pay", { outcome: "success" }, "primary")}
  ${settle("Pay, no callback", { outcome: "success", notify: false })} ${settle("Fail", { outcome: "fail" })}
  ${settle("Close", { outcome: "closed" }, "danger")}`;
}

function orderLine(order: ChannelOrder): Html {
  return html`<li class="order">
    <div class="sum">${yuan(order.paidAmount ?? order.amount)}</div>
    <div class="what">
      <div class="line"><b>${order.description}</b> ${orderState(order)}</div>
      <div class="faint">${clock(order.createdAt)} · ${order.no} · ${order.channel} ${order.kind}</div>
    </div>
    <div class="actions">${orderActions(order)}</div>
  </li>`;
}

/** Refunds that the fault `hold` keeps under way, and abnormal ones, need somebody to act. */
function heldRefund(refund: ChannelRefund): Html {
  const settle = (label: string, outcome: string, look: "plain" | "primary" = "plain"): Html => {
    const path = `/sandbox/pay/refunds/${encodeURIComponent(refund.no)}/settle`;
    return action(label, { method: "POST", path, body: { outcome } }, look);
  };
  return html`<li class="order">
    <div class="sum">−${yuan(refund.amount)}</div>
    <div class="what">
      <div class="line"><b>Refund</b> ${badge(refund.state === "abnormal" ? "abnormal" : "under way", "warn")}</div>
      <div class="faint">${clock(refund.createdAt)} · ${refund.no} of ${refund.orderNo} · ${refund.channel}</div>
    </div>
    <div class="actions">
      ${settle("Refund", "success", "primary")} ${refund.state === "abnormal" ? "" : settle("Abnormal", "abnormal")}
      ${settle("Close", "closed")}
    </div>
  </li>`;
}

function cashierSection({ channels }: Shown): Html {
  const orders = channels
    .flatMap((channel) => channel.listOrders())
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, SHOWN.orders);
  if (orders.length === 0) {
    return empty(
      html`Nothing to pay. Place an order in the shop and submit its payment by a channel such as
        <code>social_native</code>; it waits here for its payer.`,
    );
  }
  const held = channels
    .flatMap((channel) => channel.listRefunds())
    .filter(({ state }) => ["processing", "abnormal"].includes(state));
  return html`<ul class="rows">
    ${held.slice(0, SHOWN.orders).map(heldRefund)} ${orders.map(orderLine)}
  </ul>`;
}

function callbackSection({ callbacks }: Shown): Html {
  const records = callbacks.list().slice(0, SHOWN.callbacks);
  if (records.length === 0) return empty(html`No callback sent. Pay an order, and the channel notifies the shop.`);
  return html`<ul class="rows">
    ${records.map(
      (one) =>
        html`<li class="line">
          ${clock(one.at)} ${statusBadge(one.status)} ${one.status === 200 && !one.taken && badge("not taken", "warn")}
          <span class="grow">${one.subject}</span>
          <span class="faint">${one.ms} ms</span>${one.error && html` <span class="faint">${one.error}</span>`}
          <span class="faint wide">${one.url}</span>
        </li>`,
    )}
  </ul>`;
}

/** Our notifications carry their type; for anything else the method is shown. */
function eventType(one: MerchantDelivery): string {
  const type = /"type"\s*:\s*"([\w.]{1,60})"/.exec(one.body)?.[1];
  return type ?? one.method;
}

function delivery(key: string, one: MerchantDelivery): Html {
  return html`<li>
    <details data-key="delivery-${key}-${one.receivedAt}-${String(one.headers["webhook-id"] ?? "")}">
      <summary class="line">
        ${clock(one.receivedAt)} ${statusBadge(one.status)} <b>${key}</b> <span class="grow">${eventType(one)}</span>
      </summary>
      <pre>${readable(one.body) || "(empty body)"}</pre>
      <pre class="faint">${Object.entries(one.headers).map(([name, value]) => `${name}: ${String(value)}\n`)}</pre>
    </details>
  </li>`;
}

function merchantSection({ merchants }: Shown): Html {
  const all = merchants.keys().flatMap((key) => merchants.deliveries(key).map((one) => ({ key, one })));
  const newest = all.toSorted((a, b) => b.one.receivedAt - a.one.receivedAt).slice(0, SHOWN.deliveries);
  if (newest.length === 0) {
    return empty(
      html`No deliveries. The demo pay apps notify <code>/sandbox/merchant/mall</code> and
        <code>/sandbox/merchant/wallet</code> when an order is paid or refunded.`,
    );
  }
  return html`<ul class="rows">
    ${newest.map(({ key, one }) => delivery(key, one))}
  </ul>`;
}

function faultLine(fault: Fault): Html {
  const details = [
    fault.path === null ? "every call" : `calls to …${fault.path}…`,
    `${fault.count} more`,
    fault.mode === "slow" && `${fault.delayMs} ms`,
    fault.after && "after the effect",
    fault.no !== undefined && `that name ${fault.no}`,
  ].filter(Boolean);
  return html`<li class="line">
    ${badge(fault.mode, "bad")} <b>${fault.platform}</b>
    <span class="faint grow">${details.join(" · ")}</span>
    ${action("Clear", { method: "PUT", path: "/sandbox/faults", body: { ...fault, count: 0 } })}
  </li>`;
}

function faultSection({ faults }: Shown): Html {
  const set = faults.list();
  if (set.length === 0) return empty(html`All providers answer as they should.`);
  return html`<ul class="rows">
    ${set.map(faultLine)}
  </ul>`;
}

function call(one: CallRecord): Html {
  return html`<li>
    <details data-key="call-${one.id}">
      <summary class="line">
        ${clock(one.at)} ${statusBadge(one.status)} <b>${one.platform}</b>
        <span class="grow path">${one.method} ${one.operation ?? one.path}</span>
        ${one.fault && badge(one.fault, "bad")} <span class="faint">${one.ms ?? "–"} ms</span>
      </summary>
      ${one.operation !== null && html`<p class="faint wide">${one.path}</p>`}
      <pre>${readable(one.body) || "(empty body)"}</pre>
      ${one.requestId && html`<p class="faint">request ${one.requestId}</p>`}
    </details>
  </li>`;
}

function callSection({ calls }: Shown): Html {
  const newest = calls.list().slice(0, SHOWN.calls);
  if (newest.length === 0) return empty(html`The shop has not called any provider yet.`);
  return html`<ul class="rows">
    ${newest.map(call)}
  </ul>`;
}

/** In the order of the page. A new provider adds its section here. */
export const SECTIONS: readonly Section[] = [
  { id: "cashier", title: "Cashier", about: "plays the payer", draw: cashierSection },
  { id: "sms", title: "SMS inbox", about: "newest first", draw: inboxSection },
  { id: "mails", title: "Mail", about: "newest first", draw: mailSection },
  { id: "people", title: "WeChat people", about: "plays their phones", draw: peopleSection },
  { id: "qrs", title: "QR phone", about: "scans and agrees", draw: qrSection, form: qrForm },
  {
    id: "parcels",
    title: "Parcels",
    about: "plays the courier",
    draw: parcelSection,
    form: parcelForm,
  },
  { id: "streams", title: "Live streams", about: "plays the host", draw: streamSection, form: streamForm },
  { id: "chats", title: "Chat groups", about: "plays who writes in them", draw: chatSection },
  { id: "videos", title: "Videos", about: "plays the task flow", draw: videoSection },
  { id: "invoices", title: "E-invoices", about: "plays the tax office", draw: invoiceSection },
  { id: "merchant", title: "Merchant deliveries", about: "what notifyUrls got", draw: merchantSection },
  { id: "callbacks", title: "Callbacks", about: "what channels sent to the shop", draw: callbackSection },
  { id: "scenarios", title: "Scenarios", about: "what happens to the next object", draw: scenarioSection },
  { id: "faults", title: "Faults", about: "what the next calls meet", draw: faultSection, form: faultForm },
  { id: "calls", title: "Calls", about: "what the shop called", draw: callSection },
];
