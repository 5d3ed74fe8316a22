import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { box, tinyVideo } from "#scripts/demo/media/tinyVideo.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";
import { cpuSeconds, residentMiB } from "../figures.js";
import { freePorts } from "#scripts/deployment/services.js";
import type { Program } from "#scripts/deployment/program.js";
import type { Deployment } from "../deployment.js";
import type { Pace } from "../pace.js";
import { makeMembers } from "../shoppers.js";
import { over, type Table } from "../tables.js";

const MIB = 1024 * 1024;
const WHOLE_MIB = 400;
const AT_ONCE = 4;
const LOOK_EACH_MS = 50;
const SETTLE_MS = 2_000;
/** The allowed growth of memory during such an upload. */
const MOST_GROWTH_MIB = 60;

interface Round {
  seconds: number;
  /** Of the API: CPU, and its peak memory above its idle level. */
  cpu: number;
  growthMiB: number;
}

/** Uploads videos through the API into the store, and measures the growth of its memory. */
export async function benchUpload(deployment: Deployment, { rounds }: Pace): Promise<Table> {
  const members = await makeMembers(deployment, AT_ONCE);
  const rows: Table["rows"] = [];
  const [port, ops] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const kinds = [
    { name: `one of ${WHOLE_MIB} MiB`, count: 1 },
    { name: `${AT_ONCE} at once of ${WHOLE_MIB / AT_ONCE} MiB`, count: AT_ONCE },
  ];
  let worst = 0;
  for (const { name, count } of kinds) {
    const taken: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      // Fresh each time: memory left by an older round would hide this round's growth.
      const api = await deployment.start("api/index.js", {
        more: { PORT: String(port), OPS_PORT: String(ops) },
        readyAt: `${url}/health`,
      });
      const tokens = members.slice(0, count).map(({ token }) => token);
      taken.push(await measured(api, url, tokens, WHOLE_MIB / count));
      await api.stop();
    }
    worst = Math.max(worst, ...taken.map(({ growthMiB }) => growthMiB));
    rows.push([
      name,
      over(taken, ({ seconds }) => WHOLE_MIB / seconds),
      over(taken, ({ cpu }) => cpu),
      over(taken, ({ growthMiB }) => growthMiB),
    ]);
  }
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) bare.push(await straightToStore(deployment));
  rows.push(["straight into the store", over(bare, (seconds) => WHOLE_MIB / seconds), "-", "-"]);
  return {
    title: "Video upload",
    note: `${WHOLE_MIB} MiB in all, each round on a fresh API that has stored a small one; below, the same bytes from this client by the store's own SDK.`,
    columns: ["", "MiB/s", "api CPU s", "api memory growth MiB"],
    rows,
    remarks: worst > MOST_GROWTH_MIB ? [`memory grew by ${Math.round(worst)} MiB; ${MOST_GROWTH_MIB} is the most`] : [],
  };
}

async function measured(api: Program, url: string, tokens: string[], mebibytes: number): Promise<Round> {
  await send(url, tokens[0]!, 12);
  await pause(SETTLE_MS);
  const rest = residentMiB(api.pid);
  const cpuBefore = cpuSeconds(api.pid);
  let most = rest;
  const looking = setInterval(() => (most = Math.max(most, residentMiB(api.pid))), LOOK_EACH_MS);
  const begun = performance.now();
  await Promise.all(tokens.map((token) => send(url, token, mebibytes)));
  const seconds = (performance.now() - begun) / 1_000;
  clearInterval(looking);
  return { seconds, cpu: cpuSeconds(api.pid) - cpuBefore, growthMiB: most - rest };
}

const BOUNDARY = "bench";
const noise = randomBytes(MIB);

function* videoOf(mebibytes: number): Generator<Buffer> {
  yield tinyVideo();
  // A box whose length is written by hand, because its bytes are never in memory at once.
  const head = box("mdat");
  head.writeUInt32BE(mebibytes * MIB + 8);
  yield head;
  for (let sent = 0; sent < mebibytes; sent++) yield noise;
}

function* formOf(mebibytes: number): Generator<Buffer> {
  yield Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploadFile"; filename="bench.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  );
  yield* videoOf(mebibytes);
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

async function send(url: string, token: string, mebibytes: number): Promise<void> {
  const sent = request(`${url}/app-api/cloudvod/vod/uploadVodFile`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      terminal: String(Terminal.web),
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () => resolve(text));
    });
  });
  await pipeline(Readable.from(formOf(mebibytes), { objectMode: false }), sent);
  const { code, msg } = JSON.parse(await answered) as { code: number; msg: string };
  if (code !== 200) throw new Error(`the upload was answered ${code}: ${msg}`);
}

async function straightToStore({ env }: Deployment): Promise<number> {
  // Loaded here, with the warning about a future Node version off, which would break the tables.
  process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true";
  const [{ S3Client }, { Upload }] = await Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/lib-storage")]);
  const client = new S3Client({
    endpoint: env["S3_ENDPOINT"]!,
    region: env["S3_REGION"] ?? "us-east-1",
    credentials: { accessKeyId: env["S3_ACCESS_KEY"]!, secretAccessKey: env["S3_SECRET_KEY"]! },
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  const begun = performance.now();
  const Body = Readable.from(videoOf(WHOLE_MIB), { objectMode: false });
  const object = { Bucket: env["S3_BUCKET"] ?? "media", Key: "bench/straight.mp4", Body };
  await new Upload({ client, params: object, partSize: 5 * MIB, queueSize: 1 }).done();
  const seconds = (performance.now() - begun) / 1_000;
  client.destroy();
  return seconds;
}
