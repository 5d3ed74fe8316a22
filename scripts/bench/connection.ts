import { Client } from "undici";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}
/** A call over a keep-alive connection; it resolves whatever the status. */
export type Send = (call: {
  method: "GET" | "POST" | "PUT";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}) => Promise<Answer>;

interface Connected {
  send: Send;
  close(): Promise<void>;
}

/** One keep-alive connection to a server. */
export function connectTo(url: string): Connected {
  const client = new Client(url, { bodyTimeout: 30_000, headersTimeout: 30_000 });
  return {
    send: async (call) => {
      const answer = await client.request(call);
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    },
    close: () => client.close(),
  };
}
