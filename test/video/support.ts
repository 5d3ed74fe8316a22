import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect } from "chai";
import { box, tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { VideoModel } from "#shared/domains/video/video.model.js";
import { VIDEO_PREFIX } from "#shared/domains/video/storeVideo.js";
import { abortStaleUploads, getObject, listObjects } from "#shared/kernel/storage/storage.js";
import { sandbox } from "#test/support/environment.js";
import { startService } from "#test/support/service.js";

export const UPLOAD = "/app-api/cloudvod/vod/uploadVodFile";
export const ABSENT = "0".repeat(32);

interface UploadReply {
  status: number;
  code: number;
  data: { mediaUrl: string; fileId: string; coverUrl: string; header: null; skipSign: boolean; requestId: string };
  msg: string;
}
export type Part = [name: string, value: string | Buffer, fileName?: string];

/** A form as a client sends it. */
export async function upload(
  token: string | undefined,
  parts: Part[],
  headers: Record<string, string> = {},
): Promise<UploadReply> {
  const { url } = await startService();
  const form = new FormData();
  for (const [name, value, fileName = "holiday.mp4"] of parts)
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)], { type: "video/mp4" }), fileName);
  const response = await fetch(url + UPLOAD, {
    method: "POST",
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    body: form,
  });
  return { status: response.status, ...((await response.json()) as Omit<UploadReply, "status">) };
}

/** Every key of a video in the store. */
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of listObjects(VIDEO_PREFIX)) keys.push(...page.map(({ key }) => key));
  return keys;
}

export async function storedBytes(key: string): Promise<Buffer | undefined> {
  const found = await getObject(key);
  if (!found) return undefined;
  const parts: Buffer[] = [];
  for await (const part of found.body as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

interface VodMedia {
  taskId: string;
  sessionId: string;
  name: string;
  state: string;
  fileId: string | null;
  bytes: number;
  message: string;
  coverUrl: string;
}

export interface Standing {
  keys: string[];
  rows: number;
}
/** What there is of videos, here and in the store. */
export const standing = async (): Promise<Standing> => ({
  keys: await storedKeys(),
  rows: await VideoModel.countDocuments(),
});
/** The same is there, no part of an upload that was given up, and nothing in the temporary folder. */
export async function expectNothingMore(before: Standing): Promise<void> {
  expect(await standing()).to.deep.equal(before);
  expect(await abortStaleUploads(VIDEO_PREFIX, new Date(Date.now() + 60_000))).to.equal(0);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("shop-upload-"))).to.deep.equal([]);
}

/** A video of that many bytes. */
export function longVideo(size: number): Buffer {
  const video = tinyVideo();
  return Buffer.concat([video, box("free", Buffer.alloc(size - video.length - 8))]);
}

/** From here on the provider calls back where the service under test listens. */
export async function calledBack(): Promise<void> {
  const { url } = await startService();
  await control("PUT", "/sandbox/vod/callback", { url: `${url}/callback/vod` });
}

export async function control<T = any>(method: string, path: string, body: object = {}): Promise<T> {
  const response = await fetch(sandbox.url + path, {
    method,
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status, path).to.equal(200);
  return (await response.json()) as T;
}

export const fault = (fields: object): Promise<unknown> =>
  control("PUT", "/sandbox/faults", { platform: "vod", ...fields });
export const noFaults = (): Promise<unknown> => control("DELETE", "/sandbox/faults?platform=vod");
export const mediaOf = async (fileId: string): Promise<VodMedia[]> =>
  (await control<VodMedia[]>("GET", "/sandbox/vod")).filter(({ name }) => name === fileId);
/** The actions that the service has asked of the provider about a video, oldest first. */
export async function callsAbout(fileId: string): Promise<string[]> {
  const calls = await control<{ operation: string; body: string }[]>("GET", "/sandbox/calls?platform=vod");
  return calls
    .filter(({ body }) => body.includes(fileId))
    .map(({ operation }) => operation)
    .toReversed();
}
