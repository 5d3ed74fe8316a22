/** The `param` of the tracking providers' calls, and their refusals. */
import { createHash } from "node:crypto";
import { z } from "zod";

/** Sent as {result: false, returnCode, message}, with HTTP 200. */
export class ExpressRefusal extends Error {
  readonly returnCode: string;

  constructor(returnCode: string, message: string) {
    super(message);
    this.returnCode = returnCode;
  }

  toJSON(): { result: false; returnCode: string; message: string } {
    return { result: false, returnCode: this.returnCode, message: this.message };
  }
}

/** MD5 in upper-case hex: of param + key + customer for a query, of param + salt for a push. */
export const md5 = (text: string): string => createHash("md5").update(text).digest("hex").toUpperCase();

const ParcelNo = z.string().min(1).max(32);
const Flag = z.union([z.string(), z.number()]).transform(String).optional();
const Phone = z.string().optional();

export const QueryParam = z.object({ com: z.string().min(1), num: ParcelNo, phone: Phone, resultv2: Flag });

export const PollParam = z.object({
  company: z.string(),
  number: ParcelNo,
  key: z.string(),
  parameters: z.object({
    callbackurl: z.url({ protocol: /^https?$/ }),
    salt: z.string().optional(),
    resultv2: Flag,
    phone: Phone,
  }),
});

/** Codes are lower case; the provider knows hundreds, so any such word passes. */
export const isCompany = (code: string): boolean => /^[a-z0-9]{2,32}$/.test(code);

/** Parses `param`, or throws the given refusal with the first invalid field. */
export function parseParam<T>(schema: z.ZodType<T>, text: string | null, refusal: ExpressRefusal): T {
  let json: unknown;
  try {
    json = JSON.parse(text ?? "");
  } catch {
    throw refusal;
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ExpressRefusal(refusal.returnCode, `${refusal.message}: ${issue?.path.join(".")} ${issue?.message}`);
}
