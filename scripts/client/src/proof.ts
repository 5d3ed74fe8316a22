/** What a shop that checks by a captcha asks for. */
export interface CaptchaChallenge {
  siteKey: string;
  /** What the proof is for: "signIn" or "sms". */
  action: string;
}
/** Shows the captcha to a person, and answers what its provider's client gave. */
export type SolveCaptcha = (captcha: CaptchaChallenge) => Promise<string>;

interface WorkChallenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength?: number;
    keyPrefix: string;
  };
  signature: string;
}

/** Tries at a time: a browser spreads them over its cores. */
const AT_ONCE = 8;
/** Ten times what the shop asks for at most. */
const MOST_TRIES = 50_000;

/**
 * The value of the header Proof-Solution for that of Proof-Challenge, or undefined if this client cannot give one: a
 * captcha without `solveCaptcha`, an unknown kind, or a page without WebCrypto (it needs https or localhost).
 */
export async function solveProof(
  header: string,
  solveCaptcha: SolveCaptcha | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const challenge = readChallenge(header);
  if (!challenge) return undefined;
  if ("captcha" in challenge) return solveCaptcha?.(challenge.captcha);
  const solution = await work(challenge, signal);
  return solution && textAsBase64Url(JSON.stringify({ challenge, solution }));
}

function readChallenge(header: string): WorkChallenge | { captcha: CaptchaChallenge } | undefined {
  try {
    return JSON.parse(atob(header.replaceAll("-", "+").replaceAll("_", "/"))) as WorkChallenge;
  } catch {
    return undefined;
  }
}

/**
 * ALTCHA's second format: the counter whose key, derived from nonce and counter (32 bits, big-endian) by PBKDF2, begins
 * with the wanted prefix.
 */
async function work({ parameters }: WorkChallenge, signal: AbortSignal | undefined) {
  const { algorithm, cost, keyLength = 32, keyPrefix } = parameters;
  const hash = /^PBKDF2\/(SHA-(?:256|384|512))$/.exec(algorithm)?.[1];
  if (hash === undefined || globalThis.crypto?.subtle === undefined) return undefined;
  const wanted = keyPrefix.toLowerCase();
  const nonce = bytesOf(parameters.nonce);
  const derivation = { name: "PBKDF2", hash, salt: bytesOf(parameters.salt), iterations: cost };
  const derive = async (counter: number) => {
    const password = new Uint8Array(nonce.length + 4);
    password.set(nonce);
    new DataView(password.buffer).setUint32(nonce.length, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derived = await crypto.subtle.deriveBits(derivation, key, keyLength * 8);
    return { counter, derivedKey: hexOf(new Uint8Array(derived)) };
  };
  for (let first = 0; first < MOST_TRIES; first += AT_ONCE) {
    signal?.throwIfAborted();
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => derive(first + index)));
    const found = tried.find(({ derivedKey }) => derivedKey.startsWith(wanted));
    if (found) return found;
  }
  return undefined;
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const textAsBase64Url = (text: string): string =>
  btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
