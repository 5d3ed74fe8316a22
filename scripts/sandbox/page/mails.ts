/** Received mails. */
import { clock, html, type Html } from "./html.js";
import { badge, empty, SHOWN } from "./pieces.js";
import type { ReceivedMail } from "../mail/mailbox.js";
import type { Shown } from "./shown.js";

function mailLine(mail: ReceivedMail): Html {
  return html`<li>
    <details data-key="mail-${mail.messageId}-${mail.to}-${mail.sentAt}">
      <summary class="line">
        ${clock(mail.sentAt)} <b>${mail.to}</b> <span class="grow">${mail.subject}</span>
        ${mail.copies > 1 && badge(`came ${mail.copies} times`, "warn")}
      </summary>
      <pre>${mail.text}</pre>
      ${mail.links.map((link) => html`<p><a href="${link}" target="_blank" rel="noreferrer">${link}</a></p>`)}
      ${mail.attachments.map(({ filename, size }) => html`<p class="faint">${filename} · ${size} bytes</p>`)}
      <p class="faint wide">from ${mail.from} · ${mail.messageId}</p>
    </details>
  </li>`;
}

export function mailSection({ mailbox }: Shown): Html {
  const newest = mailbox.list().slice(0, SHOWN.mails);
  if (newest.length === 0) {
    return empty(html`No mails. What the shop sends by mail, such as an invoice, arrives here.`);
  }
  return html`<ul class="rows">
    ${newest.map(mailLine)}
  </ul>`;
}
