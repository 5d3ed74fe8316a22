import type { SendRequest } from "./transport.js";

/** How much of an upload has left. A repeated attempt begins again at 0. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}
export type OnProgress = (progress: UploadProgress) => void;

interface Upload {
  url: string;
  method: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  form: FormData;
}

/**
 * Sends a form and tells how much of it has left. In browsers by XMLHttpRequest, which alone tells it there; elsewhere, and
 * with a `fetch` of the app's own, as a stream. A browser with a `fetch` of the app's own tells the beginning and the end.
 */
export async function sendWithProgress(
  upload: Upload,
  onProgress: OnProgress,
  sendRequest: SendRequest | undefined,
): Promise<Response> {
  const Xhr = (globalThis as { XMLHttpRequest?: new () => ProgressRequest }).XMLHttpRequest;
  if (Xhr && !sendRequest) return sendByXhr(new Xhr(), upload, onProgress);
  const { url, method, headers, signal, form } = upload;
  const { blob, type } = multipart(form);
  const totalBytes = blob.size;
  onProgress({ sentBytes: 0, totalBytes });
  const body = Xhr ? blob : counted(blob, onProgress);
  const request = new Request(url, {
    method,
    signal,
    body,
    headers: { ...headers, "content-type": type },
    duplex: "half",
  } as RequestInit);
  const response = await (sendRequest ? sendRequest(request) : fetch(request));
  if (Xhr) onProgress({ sentBytes: totalBytes, totalBytes });
  return response;
}

/** The form as it travels; a file in it is read when it is sent. */
function multipart(form: FormData): { blob: Blob; type: string } {
  const boundary = `shop-${Array.from({ length: 4 }, () => Math.random().toString(36).slice(2, 10)).join("")}`;
  const parts: (string | Blob)[] = [];
  form.forEach((value, name) => {
    const file: { name?: string } & Blob = value as unknown as Blob;
    const isFile = typeof value !== "string";
    const of = isFile ? `; filename="${quoted(file.name ?? "blob")}"` : "";
    const type = isFile ? `\r\nContent-Type: ${file.type || "application/octet-stream"}` : "";
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${of}${type}\r\n\r\n`);
    parts.push(isFile ? file : (value as unknown as string).replace(/\r\n|\r|\n/g, "\r\n"), "\r\n");
  });
  parts.push(`--${boundary}--\r\n`);
  return { blob: new Blob(parts), type: `multipart/form-data; boundary=${boundary}` };
}

const signs: Record<string, string> = { '"': "%22", "\r": "%0D", "\n": "%0A" };
const quoted = (name: string): string => name.replace(/["\r\n]/g, (sign) => signs[sign]!);

/** The bytes as they are taken by the connection. */
function counted(blob: Blob, onProgress: OnProgress): ReadableStream<Uint8Array> {
  const reader = (blob.stream() as ReadableStream<Uint8Array>).getReader();
  let sentBytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        sentBytes += value.byteLength;
        controller.enqueue(value);
        onProgress({ sentBytes, totalBytes: blob.size });
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What is used of XMLHttpRequest, which Node has not. */
interface ProgressRequest {
  responseType: string;
  readonly response: ArrayBuffer;
  readonly status: number;
  readonly upload: {
    addEventListener(name: "progress", hear: (event: { loaded: number; total: number }) => void): void;
  };
  addEventListener(name: "load" | "error" | "abort", hear: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(form: FormData): void;
  abort(): void;
}

function sendByXhr(xhr: ProgressRequest, upload: Upload, onProgress: OnProgress): Promise<Response> {
  const { url, method, headers, signal, form } = upload;
  return new Promise((resolve, reject) => {
    const abort = (): void => xhr.abort();
    const when = (name: "load" | "error" | "abort", work: () => void): void =>
      xhr.addEventListener(name, () => {
        signal.removeEventListener("abort", abort);
        work();
      });
    xhr.open(method, url);
    xhr.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total }),
    );
    when("load", () => resolve(responseOf(xhr)));
    when("error", () => reject(new TypeError("The connection failed")));
    when("abort", () => reject(signal.reason as Error));
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    xhr.send(form);
  });
}

const WITHOUT_BODY = new Set([204, 205, 304]);

function responseOf(xhr: ProgressRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return new Response(WITHOUT_BODY.has(xhr.status) ? null : xhr.response, { status: xhr.status, headers });
}
