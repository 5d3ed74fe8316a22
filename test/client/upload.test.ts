import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { memoryTokens, type UploadProgress } from "#scripts/client/src/index.js";
import { buildMember } from "#test/factories/member.js";
import { dot } from "#test/support/browser.js";
import { startService } from "#test/support/service.js";
import { clientOf, refused } from "./clientOf.js";

const UPLOAD = "/app-api/infra/file/upload";

function formOf(bytes: number): FormData {
  const form = new FormData();
  // A picture ends with its own mark; what follows it is carried along.
  form.set("file", new Blob([dot, randomBytes(bytes)], { type: "image/png" }), 'a "dot"\n.png');
  return form;
}

describe("an upload by the typed client", () => {
  before(() => startService());

  it("tells how much of it has left, from nothing to all of it", async () => {
    const { token } = await buildMember();
    const { shop } = await clientOf({ tokens: memoryTokens({ accessToken: token }) });
    const told: UploadProgress[] = [];
    const address = await shop.post(UPLOAD, formOf(600_000), { onProgress: (progress) => void told.push(progress) });
    expect(address).to.match(/^http.*\.png$/);
    const { sentBytes, totalBytes } = told.at(-1)!;
    expect(told[0]).to.deep.equal({ sentBytes: 0, totalBytes });
    expect(sentBytes).to.equal(totalBytes).and.be.greaterThan(600_000);
    expect(told.length).to.be.greaterThan(3);
    const parts = told.map((progress) => progress.sentBytes);
    expect(parts).to.deep.equal([...parts].sort((one, other) => one - other));
  });

  it("begins again when the token had to be refreshed, and says so", async () => {
    const { refreshToken } = await buildMember();
    const { shop } = await clientOf({ tokens: memoryTokens({ accessToken: "not.a.token", refreshToken }) });
    const told: UploadProgress[] = [];
    await shop.post(UPLOAD, formOf(1_000), { onProgress: (progress) => void told.push(progress) });
    expect(told.filter(({ sentBytes }) => sentBytes === 0)).to.have.length(2);
    expect(told.at(-1)!.sentBytes).to.equal(told.at(-1)!.totalBytes);
  });

  it("is refused as any other call", async () => {
    const { token } = await buildMember();
    const { shop } = await clientOf({ tokens: memoryTokens({ accessToken: token }), language: "zh" });
    const form = new FormData();
    form.set("file", new Blob(["no picture"], { type: "image/png" }), "dot.png");
    const error = await refused(shop.post(UPLOAD, form, { onProgress: () => undefined }));
    expect(error.code).to.be.greaterThan(399);
    expect(error.msg).to.match(/[\u4e00-\u9fff]/);
  });
});
