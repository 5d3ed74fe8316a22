/** The data that the page renders, and what a section of it is. */
import type { CallbackSender } from "../callbackSender.js";
import type { Calls } from "../calls.js";
import type { Parcels } from "../express/parcels.js";
import type { Faults } from "../faults.js";
import type { ImSide } from "../im/im.js";
import type { InvoiceSide } from "../invoice/invoice.js";
import type { LiveSide } from "../live/live.js";
import type { Mailbox } from "../mail/mailbox.js";
import type { Merchants } from "../merchants.js";
import type { PayChannel } from "../pay/channel.js";
import type { Scenarios } from "../scenarios/scenarios.js";
import type { SmsInbox } from "../sms/inbox.js";
import type { People } from "../social/people.js";
import type { QrPhone } from "../social/qrPhone.js";
import type { VodSide } from "../vod/vod.js";
import type { Html } from "./html.js";

export interface Shown {
  providers: readonly string[];
  inbox: SmsInbox;
  mailbox: Mailbox;
  channels: readonly PayChannel[];
  parcels: Parcels;
  people: People;
  phone: QrPhone;
  streams: LiveSide["pushes"];
  videos: Pick<VodSide, "list">;
  chat: ImSide;
  invoices: InvoiceSide["invoices"];
  callbacks: CallbackSender;
  merchants: Merchants;
  faults: Faults;
  scenarios: Scenarios;
  calls: Calls;
  now: () => number;
}

export interface Section {
  id: string;
  title: string;
  /** Shown beside the title. */
  about: string;
  draw(shown: Shown): Html;
  /** Shown above the section and not refreshed, so that what a person types stays. */
  form?(shown: Shown): Html;
}
