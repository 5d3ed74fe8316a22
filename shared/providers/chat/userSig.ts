import tlsSigApi from "tls-sig-api-v2";

interface Signer {
  sdkAppId: string;
  secretKey: string;
}

/** A UserSig, signed with our key, with which an account signs in to the chat for so many seconds of real time. */
export function userSig({ sdkAppId, secretKey }: Signer, account: string, seconds: number): string {
  return new tlsSigApi.Api(Number(sdkAppId), secretKey).genUserSig(account, seconds);
}
