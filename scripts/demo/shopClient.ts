import { randomUUID } from "node:crypto";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import type * as client from "../client/src/index.js";
import type { BodyOf, Operation, PathOf, ShopClient, Tokens } from "../client/src/index.js";
import { Surprise } from "./walk.js";

/** DEMO_CLIENT, the index of an installed client, lets the walk go by the package as it is published. */
const published = process.env["DEMO_CLIENT"] ?? "../client/src/index.js";
const { createShopClient, ShopError } = (await import(published)) as typeof client;

/** Whether the shop refused a call of the typed client. */
export const isRefusal = (error: unknown): error is Error => error instanceof ShopError;

/** The request body of a path. */
export type Sent<P extends PathOf<"post">> = BodyOf<Operation<P, "post">>;

interface Envelope {
  code: number;
  data: unknown;
  msg: string;
}

/** Plain calls to any path: the operators', and those that a well-made client would never send. */
export class OperatorClient {
  readonly baseUrl: string;
  token: string | undefined;
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** The whole envelope, whatever its code. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Envelope> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        terminal: String(Terminal.web),
        "x-request-id": randomUUID(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Envelope;
  }

  /** The data of a success; a refusal is a surprise. */
  async call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const { code, data, msg } = await this.send(method, path, body, headers);
    if (code !== 0 && code !== 200) throw new Surprise(`${method} ${path} answered ${code}: ${msg}`);
    return data as T;
  }
  get<T>(path: string): Promise<T> {
    return this.call<T>("GET", path);
  }
  post<T>(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<T> {
    return this.call<T>("POST", path, body, headers);
  }
  put<T>(path: string, body: unknown = {}): Promise<T> {
    return this.call<T>("PUT", path, body);
  }
  delete<T>(path: string): Promise<T> {
    return this.call<T>("DELETE", path);
  }

  /** The message of a refusal with this code; anything else is a surprise. */
  async refused(code: number, method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.send(method, path, body);
    if (answer.code !== code) throw new Surprise(`${method} ${path} answered ${answer.code} instead of ${code}`);
    return answer.msg;
  }

  async upload<T>(path: string, form: FormData): Promise<T> {
    const headers = {
      terminal: String(Terminal.web),
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
    };
    const answer = await fetch(this.baseUrl + path, { method: "POST", headers, body: form });
    const { code, data, msg } = (await answer.json()) as Envelope;
    if (code !== 0 && code !== 200) throw new Surprise(`POST ${path} answered ${code}: ${msg}`);
    return data as T;
  }
}

/** A member's app, made with the typed client (scripts/client): paths, queries and bodies are checked by the compiler. */
export class MemberClient {
  readonly baseUrl: string;
  readonly get: ShopClient["get"];
  readonly post: ShopClient["post"];
  /** Responses without an envelope, requested with the member's token. */
  readonly fetch: ShopClient["fetch"];
  readonly #plain: OperatorClient;
  readonly #shop: ShopClient;
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
    this.#plain = new OperatorClient(baseUrl);
    this.#shop = createShopClient({ baseUrl, terminal: Terminal.web });
    this.get = this.#shop.get;
    this.post = this.#shop.post;
    this.fetch = this.#shop.fetch;
  }

  /** Signs in: these tokens are sent from now on. */
  async keep(tokens: Tokens): Promise<void> {
    await this.#shop.tokens.set(tokens);
  }
  /** The whole envelope, whatever its code: for calls that the typed client would throw on, or refuse to send. */
  async send(method: string, path: string, body?: unknown): Promise<Envelope> {
    return (await this.#asSignedIn()).send(method, path, body);
  }
  /** The message of a refusal with this code; anything else is a surprise. */
  async refused(code: number, method: string, path: string, body?: unknown): Promise<string> {
    return (await this.#asSignedIn()).refused(code, method, path, body);
  }
  async #asSignedIn(): Promise<OperatorClient> {
    this.#plain.token = (await this.#shop.tokens.get())?.accessToken;
    return this.#plain;
  }
}

/** The sandbox's control calls: the SMS inbox, the payer, the merchant's deliveries. Plain JSON, no envelope. */
export class SandboxClient {
  readonly baseUrl: string;
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }
  async get<T>(path: string): Promise<T> {
    return read<T>(await fetch(this.baseUrl + path), path);
  }
  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.#send<T>("POST", path, body);
  }
  put<T>(path: string, body: unknown): Promise<T> {
    return this.#send<T>("PUT", path, body);
  }
  async #send<T>(method: string, path: string, body: unknown): Promise<T> {
    const headers = { "content-type": "application/json" };
    return read<T>(await fetch(this.baseUrl + path, { method, headers, body: JSON.stringify(body) }), path);
  }
}

async function read<T>(response: Response, path: string): Promise<T> {
  if (!response.ok) throw new Surprise(`the sandbox answered ${response.status} to ${path}`);
  return (await response.json()) as T;
}
