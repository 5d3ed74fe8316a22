import { createHash, X509Certificate } from "node:crypto";
import { expect } from "chai";
import WxPay from "wechatpay-node-v3";
import { selfSignedCertificate } from "#scripts/sandbox/certificate.js";
import { tc3Signature } from "#scripts/sandbox/sms/tc3.js";
import {
  answerMessage,
  isSignedBy,
  readAuthorization,
  requestMessage,
  sealResource,
  signMessage,
} from "#scripts/sandbox/wechatpay/signature.js";
import { fixedPrivateKey, fixedPublicKey } from "./fixedKey.js";

describe("sandbox: golden messages of the providers' protocols", () => {
  const request = { method: "GET", path: "/v3/certificates", timestamp: "1554208460", body: "" };
  const nonce = "593BEC0C930BF1AFEB40B4A08C8FB242";

  // Signatures: openssl dgst -sha256 -sign; the ciphertext: AESGCM of Python's cryptography.
  it("a merchant's request is signed over five lines", () => {
    const message = requestMessage({ ...request, nonce });
    expect(message).to.equal("GET\n/v3/certificates\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n");
    const signature =
      "p77SwbpCjO+/CyyIBfrqZmsOkvuLKfdOL+SeQJ90QaMPMOsO73YSb1m+BWxdt79Z2uykp5isi1vqQb5+I5NrTozYYpA0VvDzMvUljy9JQcjxt8vpqPPxEqWzoNCyzdk6CMm8msbHlEmF4DQnHywrRBWZ4KJ8ebJhyYepaczKfYxaC62TZ89MJPAUWsQwfmxD4wJoMa2HmTYcFE3ls+XwJ4YCKHyo1BNN5Xj6L3YWjsLNhkGhh9AAfLnO9qshwV/LVcdpGjZuwoEQYZOPttZzWGwDFQz6lMUpCZWgyPHaK9iNlpCIy/CVurTymXUKuShQiixmmwenJk1UAIJrPIBeLw==";
    expect(signMessage(message, fixedPrivateKey)).to.equal(signature);
    expect(isSignedBy(message, signature, fixedPublicKey)).to.equal(true);
    expect(isSignedBy(message.replace("GET", "PUT"), signature, fixedPublicKey)).to.equal(false);
  });

  it("an answer is signed over time, nonce and body", () => {
    const message = answerMessage({
      timestamp: "1554209980",
      nonce: "c5ac7061fccab6bf3e254dcf98995b8c",
      body: '{"data":[]}',
    });
    expect(signMessage(message, fixedPrivateKey)).to.equal(
      "JxYg4NYrWtuYE+z3BZpsCxsTI7Fi/il13trs7T4W+RWYMbrUV6JrTHraNhqMO0MkGV3y39P/qQM/Is5DzAefTJqrhWqcs7/lmgOX9M3IxwUfRdBWfvuitLdLGMm01uFCVNaYXN/N77MneMV3S9bhwylXbu7S4umUdikwJXCC9Yt38NYXLdK5J5yU1mw7GQBMMenODecGq9p6jjXG7u4L/EIZ0R/nDcQvGbvLJatmLOKjOZtKA2UhpAvXazlHYk/3Jt/HhlXRn3w2WJiRtwtndx1YhVhTfCbGfPBtFEA3tl6iTpMksuLOzFJS02OtSycG/de+g7w0grmpFMp5Z0n+FQ==",
    );
  });

  it("a resource is sealed with AES-256-GCM, the tag behind the ciphertext", () => {
    const sealed = sealResource({
      key: "0123456789abcdef0123456789ABCDEF",
      nonce: "4abcdef01234",
      associatedData: "transaction",
      plaintext: '{"trade_state_desc":"支付成功"}',
    });
    expect(sealed).to.equal("lmNmX+YwWdAqCk1gLKPtK7zlnsz4zPXYlsKCiZnB3EtJenppuucB55AcqyRRdHb1x/+x");
  });

  it("the SDK signs the same message and its header is read back", () => {
    const pay = new WxPay({
      appid: "wx1",
      mchid: "1900000001",
      serial_no: "5A01",
      publicKey: Buffer.from("unused"),
      privateKey: Buffer.from(fixedPrivateKey.export({ type: "pkcs8", format: "pem" })),
    });
    const body = { mchid: "1900000001", description: "两件商品" };
    const signature = pay.getSignature("POST", nonce, request.timestamp, "/v3/x?y=1", body);
    const message = requestMessage({
      ...request,
      method: "POST",
      path: "/v3/x?y=1",
      nonce,
      body: JSON.stringify(body),
    });
    expect(signMessage(message, fixedPrivateKey)).to.equal(signature);
    expect(readAuthorization(pay.getAuthorization(nonce, request.timestamp, signature))).to.deep.equal({
      mchid: "1900000001",
      nonce,
      signature,
      timestamp: request.timestamp,
      serial: "5A01",
    });
    expect(readAuthorization('WECHATPAY2-SHA256-RSA2048 mchid="1",nonce_str="2"')).to.equal(undefined);
  });

  // The worked example of Tencent Cloud's page "Signature v3".
  it("a TC3 request is signed as in the provider's documentation", () => {
    const payload = Buffer.from(
      String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    );
    expect(createHash("sha256").update(payload).digest("hex")).to.equal(
      "35e9c5b0e3ae67532d3c9f17ead6c90222632e5b1ff7f6e89887f1398934f064",
    );
    const signature = tc3Signature("Gu5t9xGARNpq86cd98joQYCN3EXAMPLE", {
      method: "POST",
      query: "",
      headers: [
        ["content-type", "application/json; charset=utf-8"],
        ["host", "cvm.tencentcloudapi.com"],
      ],
      payload,
      timestamp: 1_551_113_065,
      service: "cvm",
    });
    expect(signature).to.equal("72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168");
  });

  it("the provider's certificate is a real X.509 certificate", () => {
    const pem = selfSignedCertificate({
      privateKey: fixedPrivateKey,
      serial: "5157F09EFDC096DE15EBE81A47057A7232F1B8E1",
      commonName: "Sandbox payment platform",
      organization: "沙箱",
      from: new Date("2026-01-02T03:04:05Z"),
      until: new Date("2051-01-02T03:04:05Z"),
    });
    const certificate = new X509Certificate(pem);
    expect(certificate.serialNumber).to.equal("5157F09EFDC096DE15EBE81A47057A7232F1B8E1");
    expect(certificate.subject).to.equal("O=沙箱\nCN=Sandbox payment platform");
    expect(certificate.issuer).to.equal(certificate.subject);
    expect(certificate.validFrom).to.equal("Jan  2 03:04:05 2026 GMT");
    expect(certificate.validTo).to.equal("Jan  2 03:04:05 2051 GMT");
    expect(certificate.ca).to.equal(false);
    expect(certificate.verify(fixedPublicKey)).to.equal(true);
    expect(certificate.publicKey.equals(fixedPublicKey)).to.equal(true);
    expect(certificate.checkPrivateKey(fixedPrivateKey)).to.equal(true);
  });
});
