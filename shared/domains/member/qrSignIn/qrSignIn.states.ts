import { defineStates } from "#shared/kernel/mongo/states.js";

/** The interface calls `over` expired. */
export const QrStatus = { waiting: 0, scanned: 1, confirmed: 2, over: 3 } as const;
export type QrStatus = (typeof QrStatus)[keyof typeof QrStatus];

/** Over by expiry, by cancelling, or once the tokens were handed out long enough. */
export const qrStates = defineStates<QrStatus>("QR sign-in", {
  [QrStatus.waiting]: [QrStatus.scanned, QrStatus.over],
  [QrStatus.scanned]: [QrStatus.confirmed, QrStatus.over],
  [QrStatus.confirmed]: [QrStatus.over],
  [QrStatus.over]: [],
});
