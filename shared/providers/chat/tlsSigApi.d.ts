/** The provider's own package that signs: it comes without types. */
declare module "tls-sig-api-v2" {
  export class Api {
    constructor(sdkAppId: number, key: string);
    /** Seconds from now on. */
    genUserSig(userId: string, expireSeconds: number): string;
  }
}
