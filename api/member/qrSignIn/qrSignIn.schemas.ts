import { z } from "zod";
import { optional } from "#api/http/fields.js";

export const QrCodeQuery = z.object({ redirectUri: z.string().min(1).max(2_000) });
/** sessionId: for the browser alone; qrcodeUrl: what the phone opens. */
export const QrCodeView = z.object({ sessionId: z.string(), qrcodeUrl: z.string() });

export const QrCheckQuery = z.object({ sessionId: z.string().min(1).max(200) });
/** status: 0 waiting, 1 scanned, 2 confirmed, 3 expired; the tokens with 2 alone, expiresIn in seconds. */
export const QrCheckView = z.object({
  status: z.number().int(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  expiresIn: z.number().int().nullable(),
  /** With 2 alone: where the page goes on, as it asked when it showed the code. */
  redirectUri: z.string().nullable(),
});

/** A person looks at what comes of it: without a proper state they are told on a page as well. */
const State = z.string().min(1).max(128).optional().catch(undefined);
export const QrScanQuery = z.object({ state: State });
/** Without a code the person said no. */
export const QrCallbackQuery = z.object({ state: State, code: optional(z.string().max(512)).catch("") });
