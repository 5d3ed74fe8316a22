import { useState } from "preact/hooks";
import { Field, Form, Refusal } from "../parts/forms";
import { Page } from "../parts/pieces";
import { say } from "../language";
import { LoginType, SmsScene } from "../shop.states";
import { go } from "../router";
import { shop, signIn } from "../shop";
import { useAct } from "../useLoad";

/** By password, with the demo member filled in, or by a code that the phone gets. */
export function SignInPage({ query }: { query: URLSearchParams }) {
  const [byCode, setByCode] = useState(false);
  const [mobile, setMobile] = useState("13800000001");
  const [sent, setSent] = useState(false);
  const { busy, error, act } = useAct();
  const sendCode = () =>
    act(async () => {
      await shop().post("/app-api/member/auth/send-sms-code", { mobile, scene: SmsScene.signIn });
      setSent(true);
    });
  const secret = byCode
    ? { name: "code", label: say("Code", "验证码"), input: { inputMode: "numeric" as const } }
    : {
        name: "password",
        label: say("Password", "密码"),
        input: { type: "password", autoComplete: "current-password", defaultValue: "demo1234" },
      };
  return (
    <Page title={say("Sign in", "登录")}>
      <Form
        fields={["mobile", secret.name]}
        submit={say("Sign in", "登录")}
        send={async (valueOf) => {
          const pair = byCode
            ? await shop().post("/app-api/member/auth/sms-login", {
                mobile,
                code: valueOf("code"),
                loginType: LoginType.ordinary,
              })
            : await shop().post("/app-api/member/auth/login", { mobile, password: valueOf("password") });
          await signIn(pair);
          go(query.get("to") ?? "/", true);
        }}
      >
        <p class="soft">{say("The demo member is filled in: just sign in.", "已填好演示会员，直接登录即可。")}</p>
        <Field
          name="mobile"
          label={say("Mobile", "手机号")}
          input={{ inputMode: "numeric", value: mobile, onInput: (event) => setMobile(event.currentTarget.value) }}
        />
        <Field key={secret.name} {...secret} />
        {byCode && (
          <button type="button" class="plain" disabled={busy} onClick={() => void sendCode()}>
            {sent
              ? say("Sent: see Messages. Send again", "已发送，请看消息。重新发送")
              : say("Send a code", "获取验证码")}
          </button>
        )}
        <Refusal error={error} />
      </Form>
      <button type="button" class="text wide" onClick={() => setByCode(!byCode)}>
        {byCode ? say("By password instead", "改用密码登录") : say("By a code instead", "改用验证码登录")}
      </button>
    </Page>
  );
}
