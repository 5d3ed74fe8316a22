import { clock, seconds } from "#shared/kernel/time/clock.js";
import { decryptSecret } from "#shared/kernel/security/sealed.js";
import { SocialCredentialModel, type SocialCredentialDoc } from "./credential.model.js";
import { CredentialName, SocialType } from "./social.codes.js";
import { socialApp } from "./socialApps.js";

/** A credential that is about to expire is not handed out any more. */
const MARGIN_MS = seconds(30);

export interface HeldCredential {
  value: string;
  version: number;
  expiresAt: Date;
}

export const credentialId = (name: CredentialName): string => {
  const type = name === CredentialName.miniProgramToken ? SocialType.miniProgram : SocialType.officialAccount;
  return `${name} ${socialApp(type).appId}`;
};

/** The stored credential, if it is valid for a while yet. The API may use this: it calls no provider. */
export async function storedCredential(name: CredentialName): Promise<HeldCredential | undefined> {
  const row = await SocialCredentialModel.findById(credentialId(name)).lean<SocialCredentialDoc>();
  return row ? heldOf(row) : undefined;
}

export function heldOf({ box, version, expiresAt }: SocialCredentialDoc): HeldCredential | undefined {
  if (!box || !expiresAt || expiresAt.getTime() - clock.ms() < MARGIN_MS) return undefined;
  return { value: decryptSecret(box), version, expiresAt };
}
