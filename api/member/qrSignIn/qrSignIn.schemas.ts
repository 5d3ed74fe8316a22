import { z } from "zod";
import { optional } from "#api/http/fields.js";

export const QrCodeQuery = z.object({ redirectUri: z.string().min(1).max(2_000) });
/** sessionId: for the browser only; qrcodeUrl: the address that the phone opens. */
export const QrCodeView = z.object({ sessionId: z.string(), qrcodeUrl: z.string() });

export const QrCheckQuery = z.object({ sessionId: z.string().min(1).max(200) });
/** status: 0 waiting, 1 scanned, 2 confirmed, 3 expired; the tokens with 2 only, expiresIn in seconds. */
export const QrCheckView = z.object({
  status: z.number().int(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  expiresIn: z.number().int().nullable(),
  /** With 2 only: where the page continues, as it requested with the code. */
  redirectUri: z.string().nullable(),
});

/** People see the result, so an invalid state gets a page as well. */
const State = z.string().min(1).max(128).optional().catch(undefined);
export const QrScanQuery = z.object({ state: State });
/** No code means that the person refused. */
export const QrCallbackQuery = z.object({ state: State, code: optional(z.string().max(512)).catch("") });
