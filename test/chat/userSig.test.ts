import { createHmac } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { expect } from "chai";
import { userSig } from "#shared/providers/chat/userSig.js";
import { config } from "#shared/kernel/config/config.js";

interface Signed {
  account: string;
  sdkAppId: string;
  time: number;
  expire: number;
}

/** The signature as the provider describes it, in our own words. */
const signatureOf = ({ account, sdkAppId, time, expire }: Signed, key: string): string =>
  createHmac("sha256", key)
    .update(`TLS.identifier:${account}\nTLS.sdkappid:${sdkAppId}\nTLS.time:${time}\nTLS.expire:${expire}\n`)
    .digest("base64");

/** A whole UserSig of any moment. */
function sigOf(signed: Signed, key: string): string {
  const text = JSON.stringify({
    "TLS.ver": "2.0",
    "TLS.identifier": signed.account,
    "TLS.sdkappid": Number(signed.sdkAppId),
    "TLS.time": signed.time,
    "TLS.expire": signed.expire,
    "TLS.sig": signatureOf(signed, key),
  });
  return deflateSync(text).toString("base64").replaceAll("+", "*").replaceAll("/", "-").replaceAll("=", "_");
}

function read(sig: string): Record<string, unknown> {
  const base64 = sig.replaceAll("*", "+").replaceAll("-", "/").replaceAll("_", "=");
  return JSON.parse(inflateSync(Buffer.from(base64, "base64")).toString("utf8")) as Record<string, unknown>;
}

describe("the chat provider's signature", () => {
  const { IM_SDK_APP_ID: sdkAppId, IM_SECRET_KEY: secretKey, IM_ADMIN_ACCOUNT: admin } = config;
  const now = (): number => Math.floor(Date.now() / 1_000);

  it("is HMAC-SHA256 over who, where, when and how long, as an implementation of our own has it", () => {
    for (const [account, key] of [
      [admin, secretKey],
      ["10086", "another key"],
    ] as const) {
      const fields = read(userSig({ sdkAppId, secretKey: key }, account, 600));
      const time = Number(fields["TLS.time"]);
      expect(Math.abs(time - now())).to.be.below(5);
      expect(fields).to.deep.equal({
        "TLS.ver": "2.0",
        "TLS.identifier": account,
        "TLS.sdkappid": Number(sdkAppId),
        "TLS.time": time,
        "TLS.expire": 600,
        "TLS.sig": signatureOf({ account, sdkAppId, time, expire: 600 }, key),
      });
    }
  });

  it("holds no sign that an address would change", () => {
    for (let number = 0; number < 50; number++)
      expect(userSig({ sdkAppId, secretKey }, `member-${number}`, 600)).to.match(/^[\w*-]+$/);
  });

  it("is refused under another key, for another account, and once it is old", async () => {
    const ask = async (usersig: string, identifier = admin): Promise<number> => {
      const query = new URLSearchParams({ sdkappid: sdkAppId, identifier, usersig, random: "1", contenttype: "json" });
      const reply = await fetch(`${config.IM_BASE_URL}/v4/im_open_login_svc/kick?${query}`, {
        method: "POST",
        body: JSON.stringify({ UserID: "77" }),
      });
      return ((await reply.json()) as { ErrorCode: number }).ErrorCode;
    };
    expect(await ask(userSig({ sdkAppId, secretKey }, admin, 60))).to.equal(0);
    const mine = { account: admin, sdkAppId, time: now(), expire: 60 };
    expect(await ask(sigOf(mine, secretKey))).to.equal(0);
    expect(await ask(userSig({ sdkAppId, secretKey: "another" }, admin, 60))).to.equal(70_009);
    expect(await ask(userSig({ sdkAppId, secretKey }, "77", 60))).to.equal(70_013);
    expect(await ask(userSig({ sdkAppId, secretKey }, "77", 60), "77")).to.equal(70_403);
    expect(await ask(sigOf({ ...mine, time: now() - 100 }, secretKey))).to.equal(70_001);
    expect(await ask("nonsense")).to.equal(70_003);
  });
});
