/** The Alipay SDK as a client of the sandbox's gateway: it signs as it would for the real one. */
import { AlipaySdk } from "alipay-sdk";
import { newNo, type Received, type TestSandbox } from "./support.js";

/** yyyy-MM-dd HH:mm:ss in Asia/Shanghai; the SDK itself would write the machine's own time zone. */
export function shanghaiClock(at = Date.now()): string {
  return new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

export type Answered = Record<string, unknown> & { code: string; subCode?: string };

export interface AlipayClient {
  sdk: AlipaySdk;
  /** Calls a method and has the SDK check the answer's signature. */
  call(method: string, bizContent: object, more?: Record<string, string>): Promise<Answered>;
  /** The signed link of alipay.trade.page.pay, as a payer opens it. */
  pageLink(content?: object, more?: Record<string, string>): string;
  /** The signed order string of alipay.trade.app.pay as a link. */
  appLink(content?: object, more?: Record<string, string>): string;
}

export const payContent = (content: object = {}): { out_trade_no: string } & Record<string, unknown> => ({
  out_trade_no: newNo(),
  total_amount: "12.34",
  subject: "两件商品 <b>",
  product_code: "FAST_INSTANT_TRADE_PAY",
  ...content,
});

export function alipayOf(sandbox: TestSandbox): AlipayClient {
  const { alipay } = sandbox.keys;
  const gateway = sandbox.env["ALIPAY_BASE_URL"] ?? "";
  const sdk = new AlipaySdk({
    appId: alipay.appId,
    privateKey: alipay.appPrivateKey,
    keyType: "PKCS8",
    alipayPublicKey: alipay.platformPublicKey,
    gateway,
  });
  return {
    sdk,
    call: async (method, bizContent, more) => {
      const parameters = { bizContent, timestamp: shanghaiClock(), ...more };
      return (await sdk.exec(method, parameters, { validateSign: true })) as unknown as Answered;
    },
    pageLink: (content, more) =>
      sdk.pageExecute("alipay.trade.page.pay", "GET", {
        bizContent: payContent(content),
        timestamp: shanghaiClock(),
        ...more,
      }),
    appLink: (content, more) => {
      const bizContent = payContent({ product_code: "QUICK_MSECURITY_PAY", ...content });
      return `${gateway}?${sdk.sdkExecute("alipay.trade.app.pay", { bizContent, timestamp: shanghaiClock(), ...more })}`;
    },
  };
}

/** Opens a page payment and returns its number. */
export async function openTrade(client: AlipayClient, notifyUrl: string, content: object = {}): Promise<string> {
  const no = newNo();
  const response = await fetch(client.pageLink({ out_trade_no: no, ...content }, { notify_url: notifyUrl }));
  const text = await response.text();
  if (!text.startsWith("<!doctype html>")) throw new Error(text);
  return no;
}

/** A refusal where a page was asked for: the JSON under the method's name. */
export async function refusalAt(link: string, init?: RequestInit): Promise<Record<string, string>> {
  const response = await fetch(link, init);
  const [inner] = Object.values(JSON.parse(await response.text()) as Record<string, Record<string, string>>);
  return inner ?? {};
}

export const formOf = (received: Received): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(received.body));
