import { ApiError } from "./client";

/** Sends a part of a file directly to object storage, to an address from the API; reports the bytes sent so far. */
export function putPart(url: string, part: Blob, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // fetch does not report the progress of a request body.
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new ApiError(request.status, request.status, `${request.status} ${request.statusText}`));
    });
    request.addEventListener("error", () => reject(new ApiError(0, 0, "the storage cannot be reached")));
    request.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(part);
  });
}
