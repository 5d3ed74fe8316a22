/** The provider's own package for signatures, which comes without types. */
declare module "tls-sig-api-v2" {
  export class Api {
    constructor(sdkAppId: number, key: string);
    /** Seconds from now on. */
    genUserSig(userId: string, expireSeconds: number): string;
  }
}
