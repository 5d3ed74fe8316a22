import { defineStates } from "#shared/kernel/mongo/states.js";
import type { QrStatus } from "./qrSignIn.model.js";

/** Scanned, then confirmed; over by time, by cancel, or once the tokens were handed out long enough. */
export const qrStates = defineStates<QrStatus>("QR sign-in", { 0: [1, 3], 1: [2, 3], 2: [3], 3: [] });
