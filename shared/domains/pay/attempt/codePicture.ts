import { timingSafeEqual } from "node:crypto";
import { config } from "#shared/kernel/config/config.js";
import { keyedHash } from "#shared/kernel/security/sealed.js";
import { PayAttemptModel, type PayAttemptDoc } from "./payAttempt.model.js";
import { storedContent } from "../order/payOrder.queries.js";

/**
 * The link to the picture of a payment's code (displayMode qr_code_url). It names the stored content and is signed, so
 * that it cannot be guessed; it is valid while the content (ten minutes) exists and the attempt is open.
 */
export const codePictureLink = (contentId: string): string =>
  `${config.PUBLIC_URL}/pay/qr-code/${contentId}.${signatureOf(contentId)}`;

const signatureOf = (contentId: string): string => keyedHash("payment code picture", contentId);

/** The code's text for the last segment of a link; undefined when it is forged, expired or closed. */
export async function codeOfPicture(token: string): Promise<string | undefined> {
  const match = /^([0-9a-f]{24})\.([0-9a-f]{64})$/.exec(token);
  if (!match) return undefined;
  const [, contentId = "", signature = ""] = match;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(contentId)))) return undefined;
  const attempt = await PayAttemptModel.findOne({ contentId, open: true }).lean<PayAttemptDoc>();
  return attempt?.displayMode === "qr_code_url" ? storedContent(attempt) : undefined;
}
