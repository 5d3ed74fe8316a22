import { expect } from "chai";
import { redactSecrets } from "#shared/kernel/observability/log.js";

describe("what a log line may show", () => {
  it("no value of a secret key, wherever it stands, down to the third level", () => {
    const fields = { mobile: "13900000000", ms: 3, about: { orderId: 7, token: "t" }, a: { b: { password: "p" } } };
    expect(redactSecrets(fields)).to.deep.equal({
      mobile: "[redacted]",
      ms: 3,
      about: { orderId: 7, token: "[redacted]" },
      a: { b: { password: "[redacted]" } },
    });
  });

  it("fields without secrets are handed on as they are, and nothing is changed in place", () => {
    const plain = { ms: 3, about: { orderId: 7 } };
    expect(redactSecrets(plain)).to.equal(plain);
    const secret = { token: "t" };
    redactSecrets(secret);
    expect(secret.token).to.equal("t");
  });

  it("an error keeps its code: it is no secret of ours", () => {
    const error = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    expect(redactSecrets({ err: error }).err).to.equal(error);
  });
});
