import type { Context } from "koa";
import type { z } from "zod";
import type { SocialProof } from "#shared/domains/member/index.js";
import type { socialFields } from "./auth.schemas.js";
import { signInBrowser } from "./signInBrowser.js";

/** The social account that a body proves beside its other fields; undefined: none. */
export function socialOf(body: z.output<z.ZodObject<typeof socialFields>>, ctx: Context): SocialProof | undefined {
  const { socialType: type, socialCode: code, socialState: state } = body;
  return type === undefined ? undefined : { type, code, state, browser: signInBrowser(ctx) };
}
