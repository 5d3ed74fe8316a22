import { createHash, randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { UploadStatus } from "#shared/domains/website/source/upload.states.js";
import { MemberClient } from "../shopClient.js";
import type { Shop, Shopper } from "../shopper.js";
import { has } from "../offered.js";
import { expect, step, until } from "../walk.js";

interface Entry {
  id: number;
  title: string;
}
const ADMIN = "/admin-api/website";
const BASE = "/app-api/website";

/** Content is published with an ETag, a package is uploaded in parts and downloaded, a visitor sends a message. */
export async function keepWebsite(shopper: Shopper, shop: Shop): Promise<void> {
  const visitor = new MemberClient(shop.operator.baseUrl);
  await publishSolution(visitor, shop);
  await offerPackage(shopper, shop);
  await writeMessage(visitor, shop);
}

async function publishSolution(visitor: MemberClient, { operator }: Shop): Promise<void> {
  const word = `茶馆数字化 ${randomBytes(2).toString("hex")}`;
  const id = await step(
    "the operator publishes a solution in a category",
    async () => {
      const categoryId = await operator.post<number>(`${ADMIN}/solution-category/create`, { name: "茶馆" });
      const body = { title: word, categoryId, deployType: "saas", isHot: true, detailContent: "<p>一杯一码</p>" };
      return operator.post<number>(`${ADMIN}/solution/create`, body);
    },
    (solutionId) => `solution ${solutionId}`,
  );
  const path = `${BASE}/solution/list?keyword=${encodeURIComponent(word)}`;
  const etag = await step(
    "visitors find it at once, by the older path as well",
    async () => {
      const answer = await fetch(operator.baseUrl + path);
      const { data } = (await answer.json()) as { data: Entry[] };
      expect(data[0]?.id === id, "it is not in the list");
      const twin = await visitor.get("/api/solution/{id}", undefined, { path: { id } });
      expect(twin.title === word, "the older path answers something else");
      return answer.headers.get("etag") ?? "";
    },
    (tag) => `ETag ${tag}`,
  );
  await step(
    "a client that has it gets a 304; a change is a new response",
    async () => {
      const again = () => fetch(operator.baseUrl + path, { headers: { "if-none-match": etag } });
      expect((await again()).status === 304, "it was sent again");
      await operator.put(`${ADMIN}/solution/update`, { id, subtitle: "扫码点茶，会员通用" });
      return until("the new answer", async () => ((await again()).status === 200 ? 200 : undefined), 6);
    },
    (status) => `304, then ${status}`,
  );
}

async function offerPackage({ client }: Shopper, { operator }: Shop): Promise<void> {
  const bytes = gzipSync(randomBytes(200_000));
  const sourceId = await step(
    "a package goes to object storage in parts, and is checked",
    async () => {
      const id = await operator.post<number>(`${ADMIN}/source/create`, { name: "点茶小程序", version: "1.0.0" });
      const start = { sourceId: id, fileName: "tea-1.0.0.gz", size: bytes.length };
      const { uploadId } = await operator.post<{ uploadId: number }>(`${ADMIN}/source/upload/create`, start);
      const [part] = await operator.post<{ url: string }[]>(`${ADMIN}/source/upload/part-urls`, {
        uploadId,
        partNumbers: [1],
      });
      const stored = await fetch(part!.url, { method: "PUT", body: new Uint8Array(bytes) });
      expect(stored.ok, `the store answered ${stored.status}`);
      await operator.put(`${ADMIN}/source/upload/complete`, { uploadId });
      await until("the check", async () => {
        const { status } = await operator.get<{ status: number }>(`${ADMIN}/source/upload/get?uploadId=${uploadId}`);
        expect(
          status === UploadStatus.checking || status === UploadStatus.published,
          `the upload's status is ${status}`,
        );
        return status === UploadStatus.published ? true : undefined;
      });
      return id;
    },
    (id) => `source ${id}, ${bytes.length} bytes`,
  );
  await step(
    "a member downloads it by a link of five minutes",
    async () => {
      const url = await client.get("/app-api/website/source/{id}/download", undefined, { path: { id: sourceId } });
      const got = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect(got.equals(bytes), "other bytes came");
      return createHash("sha256").update(got).digest("hex");
    },
    (sha256) => `sha256 ${sha256.slice(0, 16)}...`,
  );
  await step(
    "it is counted, and stands in the member's downloads",
    () =>
      until("the count", async () => {
        const source = (await client.get(`${BASE}/source/list`)).find(({ id }) => id === sourceId);
        const { list } = await client.get(`${BASE}/user/downloads`);
        return source?.downloadCount === 1 && list[0]?.sourceId === sourceId ? list[0] : undefined;
      }),
    ({ sourceName }) => sourceName,
  );
}

async function writeMessage(visitor: MemberClient, { operator, sandbox }: Shop): Promise<void> {
  const subject = `想开一家茶馆 ${randomUUID().slice(0, 8)}`;
  const body = { name: "陆羽", email: "luyu@example.com", subject, message: "请问如何开始？" };
  await step(
    "a visitor writes; the operators have it by mail",
    async () => {
      await visitor.post(`${BASE}/about/message`, body);
      if (!has("mail")) return { to: "nobody: mail is not offered by this shop" };
      return until("the mail", async () => {
        const mails = await sandbox.get<{ subject: string; to: string }[]>("/sandbox/mails?to=operators@shop.example");
        return mails.find((mail) => mail.subject.includes(subject));
      });
    },
    (mail) => `to ${mail.to}`,
  );
  await step("and mark it as handled", async () => {
    const { list } = await operator.get<{ list: { id: number; subject: string }[] }>(
      `${ADMIN}/message/page?handled=false`,
    );
    const found = list.find((one) => one.subject === subject);
    expect(found !== undefined, "it is not among those to be handled");
    await operator.put(`${ADMIN}/message/handle`, { id: found.id, handled: true, remark: "已回电" });
    const { handled } = await operator.get<{ handled: boolean }>(`${ADMIN}/message/get?id=${found.id}`);
    expect(handled, "it is not handled");
  });
}
