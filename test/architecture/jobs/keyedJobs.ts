/**
 * Jobs with a key that do not run again (`runsAgain`): who enqueues one while a run of it has read already changes nothing.
 * once: its key names what happens once, so that nothing comes a second time. moved: who has more to tell moves it
 * (`replace`), and the run that goes on ends nothing. readsAll: its run goes on until nothing is left. schedule: what was
 * missed is found by the next tick of `by`.
 */
type Why = { because: "once" | "moved" | "readsAll"; why: string } | { because: "schedule"; by: string; why: string };

const once = (why: string): Why => ({ because: "once", why });
const moved = (why: string): Why => ({ because: "moved", why });
const readsAll = (why: string): Why => ({ because: "readsAll", why });
const schedule = (by: string, why: string): Why => ({ because: "schedule", by, why });

const STORED = "a callback is stored once, with its job; a copy of it changes nothing";

export const whyNoWakeUpIsLost: Record<string, Why> = {
  "activity.expireGroup": once("a group is opened once, and its end does not move"),
  "admin.replayLetters": readsAll("a replay is begun once; a run goes on until its row is done, and is moved to now"),
  "alert.deliverAlert": once("a delivery is a row of its own, enqueued by who writes it"),
  "catalog.rollUpSpu": schedule(
    "catalog.rollUpRecent",
    "its key has the second, after which it begins; what a slow process asks for later is rolled up by the minute",
  ),
  "chat.applyCommands": once("a command is a row of its own; a run does what there is of the group, in order"),
  "invoice.issueInvoice": moved(
    "an application begins it once; an operator takes one that no run has taken; callbacks, retries and looks move it",
  ),
  "invoice.mailInvoice": once("an invoice becomes issued once"),
  "invoice.redInvoice": moved("an invoice ends once; callbacks, retries and looks move it"),
  "live.applyCallback": moved(`${STORED}; a run that finds nothing yet moves itself`),
  "loyalty.welcomeMember": once("a member is created once"),
  "member.kickOut": once("its key has the millisecond in which the session ended"),
  "member.sendMobileChangeNotice": once("a message is a row of its own, enqueued by who writes it"),
  "member.sendSms": once("a code is a row of its own, enqueued by who writes it"),
  "operations.actOnJobs": readsAll("an act is begun once; a run goes on until its row is done, and is moved to now"),
  "pay.deliverNotify": schedule(
    "pay.reviveNotify",
    "each try has a key of its own and is moved by who has it made now; of many that are sent again, a try that is just " +
      "found over is revived",
  ),
  "pay.expireOrder": schedule(
    "trade.sweepUnpaidOrders",
    "a deadline that was moved while a run had read it is announced again each minute",
  ),
  "pay.handleCallback": once(STORED),
  "pay.refreshCertificates": schedule(
    "pay.refreshCertificates",
    "it fetches all there are; who called back is told to come again, and asks for them again",
  ),
  "pay.refundAtChannel": schedule(
    "pay.chaseRefunds",
    "a refund is begun once; as long as its end is not known it is asked for again",
  ),
  "pay.startNotify": once("a refund succeeds once"),
  "promotion.giveRegistrationCoupons": once("a member is created once"),
  "recharge.creditRecharge": once("a pay order is paid once"),
  "recharge.finishRefund": once("a refund ends once"),
  "trade.applyPush": once(STORED),
  "trade.applyRefund": once("a refund ends once"),
  "trade.cancelClosedOrder": schedule(
    "trade.sweepUnpaidOrders",
    "a pay order is closed once; of an order that stays unpaid it is told again",
  ),
  "trade.closeUnpaidOrder": moved("an order is placed once; another deadline moves it"),
  "trade.giveOrderCoupons": once("an order is paid once"),
  "trade.markOrderPaid": schedule(
    "trade.sweepUnpaidOrders",
    "a pay order is paid once; of an order that stays unpaid it is told again",
  ),
  "trade.receiveShippedOrder": once("an order is shipped once"),
  "trade.receiveSignedOrders": moved("a parcel is signed for once; a run that comes too early moves itself"),
  "trade.subscribeParcel": schedule(
    "trade.pollParcels",
    "a parcel that is not subscribed when it is polled is enqueued again",
  ),
  "video.applyVodCallback": moved(`${STORED}; a run that may not call moves itself`),
  "video.followVideo": schedule("video.sweepVideos", "the sweep alone enqueues it, each time something does not come"),
  "video.pushVideo": schedule(
    "video.sweepVideos",
    "a video that is stored and not pushed is looked at by the sweep ten minutes later",
  ),
  "website.mailMessage": once("a message is a row of its own, enqueued by who writes it"),
  "website.recordDownload": once("a download has an id of its own"),
};

/** The schedules that make good what was missed. */
export const ofSchedules = (): string[] =>
  Object.values(whyNoWakeUpIsLost).flatMap((why) => (why.because === "schedule" ? [why.by] : []));
