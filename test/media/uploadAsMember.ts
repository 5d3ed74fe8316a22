import { expect } from "chai";
import sharp from "sharp";
import { MemberPictureModel } from "#shared/domains/media/memberPicture.model.js";
import { config } from "#shared/kernel/config/config.js";
import type { BuiltMember } from "#test/factories/member.js";
import { startService } from "#test/support/service.js";

const UPLOAD = "/app-api/infra/file/upload";

export const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
export const small = (): Promise<Buffer> => canvas(8, 6).png().toBuffer();

interface Answer {
  status: number;
  code: number;
  data: string | null;
  msg: string;
}

export async function upload(
  { token }: { token: string },
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { url } = await startService();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "x.png");
  const init = { method: "POST", headers: { authorization: `Bearer ${token}`, ...headers }, body: form };
  const response = await fetch(url + UPLOAD, init);
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}

const keyOf = (address: string): string => address.slice(config.MEDIA_BASE_URL.length + 1);

export async function uploaded(owner: BuiltMember, bytes?: Buffer): Promise<string> {
  const reply = await upload(owner, bytes ?? (await small()));
  expect(reply.code, reply.msg).to.equal(0);
  return keyOf(reply.data!);
}

export async function read(key: string): Promise<Response> {
  const { url } = await startService();
  return fetch(`${url}/media/${key}`);
}
export const bytesAt = async (key: string): Promise<Buffer> => Buffer.from(await (await read(key)).arrayBuffer());
export const rowOf = (key: string) => MemberPictureModel.findOne({ key }).lean();
