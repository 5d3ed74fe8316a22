import { VideoStatus } from "#shared/domains/video/video.states.js";
import type { Shop, Shopper } from "../shopper.js";
import { tinyVideo } from "./tinyVideo.js";
import { expect, step, until } from "../walk.js";

interface Uploaded {
  mediaUrl: string;
  fileId: string;
  coverUrl: string;
}
interface Video extends Uploaded {
  status: number;
}
const BAD_INPUT = 400;
const NOT_FOUND = 1_016_001_000;

/** A video from a member's phone: stored, pulled by the provider, with a cover, played in ranges, deleted. */
export async function showVideo({ client }: Shopper, { operator, sandbox }: Shop): Promise<void> {
  const bytes = tinyVideo(90);
  await step(
    "a signature for uploads by the client itself",
    async () => {
      const signature = await client.get("/app-api/cloudvod/getUploadVodSignature");
      const terms = new URLSearchParams(Buffer.from(signature, "base64").subarray(20).toString());
      const seconds = Number(terms.get("expireTime")) - Number(terms.get("currentTimeStamp"));
      expect(seconds > 0 && seconds <= 86_400, "it is good for longer than a day");
      return seconds;
    },
    (seconds) => `good for ${seconds} s`,
  );
  const { fileId, mediaUrl } = await step(
    "a video is uploaded; its cover comes later",
    async () => {
      const uploaded = await client.post("/app-api/cloudvod/vod/uploadVodFile", formWith(bytes, "cup.mp4"));
      expect(uploaded.coverUrl === "", "it has a cover already");
      return uploaded;
    },
    ({ mediaUrl: url }) => url,
  );
  const video = (): Promise<Video> => client.get("/app-api/cloudvod/vod/get", { fileId });
  await step(
    "what only calls itself a video is refused (400)",
    async () => {
      const page = Buffer.from("<!--ftypisom--><script>alert(1)</script>");
      const refused = await client
        .post("/app-api/cloudvod/vod/uploadVodFile", formWith(page, "page.mp4"))
        .then(() => "")
        .catch((error: unknown) => String(error));
      expect(refused.includes(`answered ${BAD_INPUT}:`), "it was taken");
      return refused.slice(refused.indexOf(`${BAD_INPUT}:`));
    },
    (refused) => refused,
  );
  await step(
    "a player requests a part of it (206)",
    async () => {
      const answer = await fetch(mediaUrl, { headers: { range: "bytes=0-27" } });
      const piece = Buffer.from(await answer.arrayBuffer());
      expect(answer.status === 206 && piece.equals(bytes.subarray(0, 28)), `it was answered ${answer.status}`);
      return answer.headers.get("content-range") ?? "";
    },
    (range) => range,
  );
  await step(
    "the provider has fetched it from our store",
    () =>
      until("the provider's callback", async () => {
        const now = await video();
        return now.status === VideoStatus.ready ? now : undefined;
      }),
    ({ status }) => `status ${status}`,
  );
  await step(
    "its task flow has taken the cover, and reports it",
    async () => {
      await sandbox.post(`/sandbox/vod/${fileId}/cover`);
      return until("the cover", async () => {
        const now = await video();
        return now.coverUrl === "" ? undefined : now;
      });
    },
    ({ coverUrl }) => coverUrl,
  );
  await step(
    "the operator sees it",
    async () => {
      const { list } = await operator.get<{ list: { fileId: string; size: number }[] }>(
        `/admin-api/cloudvod/vod/page?fileId=${fileId}`,
      );
      expect(list.length === 1 && list[0]!.size === bytes.length, "it is not in the page as it was sent");
      return list[0]!;
    },
    ({ size }) => `${size} bytes`,
  );
  await step("deleted by its uploader: gone here and at the provider", async () => {
    const gone = await client.post("/app-api/cloudvod/vod/deleteVodByFileId", undefined, { query: { fileId } });
    expect(gone, "it was not deleted");
    await client.refused(NOT_FOUND, "GET", `/app-api/cloudvod/vod/get?fileId=${fileId}`);
    await until("its end at the provider", async () => {
      const { state } = await sandbox.get<{ state: string }>(`/sandbox/vod/${fileId}`);
      const { status } = await fetch(mediaUrl);
      return state === "deleted" && status === 404 ? true : undefined;
    });
  });
}

function formWith(bytes: Buffer, name: string): FormData {
  const form = new FormData();
  form.append("uploadFile", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), name);
  return form;
}
