import { expect } from "chai";
import { tc3Authorization } from "#shared/providers/tencentApi/tc3.js";

describe("Tencent Cloud request signature", () => {
  it("is that of the provider's own example", () => {
    const header = tc3Authorization({
      service: "cvm",
      host: "cvm.tencentcloudapi.com",
      action: "DescribeInstances",
      payload: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      timestamp: 1551113065,
      secretId: `AKID${"*".repeat(32)}`,
      secretKey: "*".repeat(32),
    });
    expect(header).to.equal(
      "TC3-HMAC-SHA256 Credential=AKID********************************/2019-02-25/cvm/tc3_request, " +
        "SignedHeaders=content-type;host;x-tc-action, " +
        "Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f",
    );
  });
});
