import { expect } from "chai";
import { loginCode, sendSms, startSandbox, stopSandbox, type TestSandbox } from "./support.js";

interface Status {
  Code: string;
  Message: string;
  PhoneNumber: string;
  SerialNo: string;
  Fee: number;
  SessionContext: string;
  IsoCode: string;
}

describe("sandbox: SMS provider", () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => stopSandbox(sandbox));
  beforeEach(() => sandbox.control("DELETE", "/sandbox/state"));

  const statuses = (response: Record<string, unknown>): Status[] => response["SendStatusSet"] as Status[];
  const errorCode = (response: Record<string, unknown>): string => (response["Error"] as { Code: string }).Code;

  it("a signed message is sent and shown in the inbox, newest first, by mobile", async () => {
    const first = await sendSms(sandbox, loginCode(sandbox, "13800138000", "111111"));
    expect(first.status).to.equal(200);
    const [status] = statuses(first.body.Response);
    expect(status).to.include({
      Code: "Ok",
      Message: "send success",
      PhoneNumber: "+8613800138000",
      Fee: 1,
      SessionContext: "s-1",
      IsoCode: "CN",
    });
    expect(status?.SerialNo).to.match(/^2640:/);
    expect(first.body.Response["RequestId"]).to.be.a("string");
    await sendSms(sandbox, loginCode(sandbox, "13800138000", "222222"));
    await sendSms(sandbox, loginCode(sandbox, "13900139000", "333333"));

    const all = await sandbox.control<{ code: string }[]>("GET", "/sandbox/sms");
    expect(all.body.map(({ code }) => code)).to.deep.equal(["333333", "222222", "111111"]);
    for (const mobile of ["13800138000", "%2B8613800138000", "+8613800138000"]) {
      const own = await sandbox.control<Record<string, unknown>[]>("GET", `/sandbox/sms?mobile=${mobile}`);
      expect(own.body).to.have.length(2);
      expect(own.body[0]).to.include({ mobile: "13800138000", scene: 1, code: "222222" });
      expect(own.body[0]?.["text"]).to.match(/^【沙箱商城】222222.*5分钟/);
      expect(own.body[0]?.["sentAt"]).to.be.closeTo(Date.now(), 5_000);
    }
  });

  it("the template shows the scene", async () => {
    const { login, updateMobile, updatePassword, resetPassword } = sandbox.keys.sms.templates;
    for (const TemplateId of [login, updateMobile, updatePassword, resetPassword]) {
      await sendSms(sandbox, { ...loginCode(sandbox), TemplateId });
    }
    const { body } = await sandbox.control<{ scene: number }[]>("GET", "/sandbox/sms");
    expect(body.map(({ scene }) => scene)).to.deep.equal([4, 3, 2, 1]);
  });

  it("what was not approved is refused number by number, and no phone gets it", async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ TemplateId: "1" }, "FailedOperation.TemplateIncorrectOrUnapproved"],
      [{ TemplateParamSet: ["123456"] }, "FailedOperation.TemplateIncorrectOrUnapproved"],
      [{ SignName: "别的" }, "FailedOperation.SignatureIncorrectOrUnapproved"],
      [{ SmsSdkAppId: "1400000000x" }, "InvalidParameterValue.SdkAppIdNotExist"],
      [{ PhoneNumberSet: ["12345"] }, "InvalidParameterValue.IncorrectPhoneNumber"],
    ];
    for (const [change, code] of wrong) {
      const { body } = await sendSms(sandbox, { ...loginCode(sandbox), ...change });
      expect(statuses(body.Response)[0]).to.include({ Code: code, Fee: 0, SerialNo: "" });
    }
    expect((await sandbox.control("GET", "/sandbox/sms")).body).to.deep.equal([]);
  });

  it("a wrong signature is refused with HTTP 200 in the provider's error form", async () => {
    const body = loginCode(sandbox);
    const attempts: [Parameters<typeof sendSms>[2], string][] = [
      [{ secretKey: "other" }, "AuthFailure.SignatureFailure"],
      [{ sent: JSON.stringify({ ...body, TemplateParamSet: ["999999", "5"] }) }, "AuthFailure.SignatureFailure"],
      [{ headers: { "Content-Type": "application/json" } }, "AuthFailure.SignatureFailure"],
      [{ headers: { "X-TC-Action": "AddSmsTemplate" } }, "AuthFailure.SignatureFailure"],
      [{ secretId: "AKIDother" }, "AuthFailure.SecretIdNotFound"],
      [{ at: Date.now() - 400_000 }, "AuthFailure.SignatureExpire"],
      [{ headers: { Authorization: "Bearer x" } }, "AuthFailure.InvalidAuthorization"],
      [{ headers: { "X-TC-Version": "2019-07-11" } }, "NoSuchVersion"],
      [{ headers: { "X-TC-Region": "us-east-1" } }, "UnsupportedRegion"],
    ];
    for (const [change, code] of attempts) {
      const answer = await sendSms(sandbox, body, change);
      expect(answer.status).to.equal(200);
      expect(errorCode(answer.body.Response), JSON.stringify(change)).to.equal(code);
    }
    expect((await sandbox.control("GET", "/sandbox/sms")).body).to.deep.equal([]);
  });

  it("a body that is not a SendSms is a parameter error", async () => {
    const answer = await sendSms(sandbox, { ...loginCode(sandbox), PhoneNumberSet: [] });
    expect(errorCode(answer.body.Response)).to.equal("InvalidParameter");
  });
});
