import { randomInt } from "node:crypto";
import { MemberClient } from "../shopClient.js";
import type { Shopper } from "../shopper.js";
import { expect, step } from "../walk.js";

export interface Tokens {
  userId: number;
  accessToken: string;
  refreshToken: string;
}
/** A district of the area tree: Huangpu, Shanghai. */
const AREA = 310_101;

export const freshMobile = (): string => `139${String(randomInt(100_000_000)).padStart(8, "0")}`;

/** Signs in without proof, as is possible outside production: in a shop that does not offer the way that is shown. */
export const signInPlainly = (client: MemberClient, mobile: string): Promise<Tokens> =>
  step(
    "sign in as a developer, without proof",
    async () => {
      const { code, data, msg } = await client.send("POST", "/app-api/member/auth/dev-login", { mobile });
      expect(code === 0, msg);
      await client.keep(data as Tokens);
      return data as Tokens;
    },
    ({ userId }) => `member ${userId}`,
  );

/** A friend with an address. */
export async function plainFriend(shopUrl: string): Promise<Shopper> {
  const client = new MemberClient(shopUrl);
  const mobile = freshMobile();
  const { userId } = await signInPlainly(client, mobile);
  const addressId = await client.post("/app-api/member/address/create", {
    userId,
    name: "Demo Friend",
    mobile,
    areaId: AREA,
    detailAddress: "2 Century Avenue",
    defaultStatus: true,
  });
  return { client, userId, addressId };
}
