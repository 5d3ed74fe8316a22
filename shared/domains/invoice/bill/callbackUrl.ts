import { keyedHash } from "#shared/kernel/security/sealed.js";
import { config } from "#shared/kernel/config/config.js";

/** What a callback about a number must carry. */
export const callbackSign = (no: string): string => keyedHash("invoice callback", no);

/** Where the provider tells what became of a number. It signs nothing, so the address itself is signed, for this number. */
export const callbackUrl = (no: string): string => `${config.PUBLIC_URL}/callback/invoice?sign=${callbackSign(no)}`;
