import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { openApiDocument } from "#api/http/documents/openapi.js";
import type { Endpoint } from "#api/http/endpoint.js";
import { endpoints } from "#api/routes.js";
import { hashPassword } from "#shared/domains/member/index.js";
import { buildMember } from "#test/factories/member.js";
import { buildOperator } from "#test/factories/operator.js";
import { startService } from "#test/support/service.js";

/** The folder with schemathesis (`npm run fuzz` installs it). */
const installed = process.env["SCHEMATHESIS"] ?? "";
const checks = [
  "answers_in_the_end",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** For all of it; the rest of what it would try is left out. A day has its own order of operations, or FUZZ_SEED has. */
const SECONDS = Number(process.env["FUZZ_SECONDS"] ?? 150);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Date.now() / 86_400_000));
/** Valid input for every operation first, as there is less of it; then what is wrong in one place. */
const modes = [
  ["positive", 0.35],
  ["negative", 0.15],
] as const;
/** It would wait for the end of a stream of events. */
const hasEnd = ({ replies }: Endpoint): boolean => !replies[200]?.includes("text/event-stream");
const isForOperators = ({ path }: Endpoint): boolean => path.startsWith("/admin-api/");

/** An outside program reads the documents, calls every operation in many ways, and finds no answer that they do not name. */
describe("to an outside fuzzer", () => {
  let tokens: Server;
  let url: string;
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const password = hashPassword("fuzzed-1");
  const tokenOf: Record<string, () => Promise<string>> = {
    "/members": async () => (await buildMember()).token,
    "/operators": async () => (await buildOperator(["*"], { passwordHash: await password })).token,
  };

  before(async () => {
    ({ url } = await startService());
    tokens = createServer((request, response) => {
      void tokenOf[request.url ?? ""]!().then((token) => response.end(token));
    });
    await new Promise<void>((done) => tokens.listen(0, "127.0.0.1", done));
  });
  after(() => void tokens.close());

  /** Runs it for so many seconds at most; 0 when nothing was found. */
  const run = async (file: string, part: string, mode: string, seconds: number) => {
    const { port } = tokens.address() as AddressInfo;
    const args = ["run", file, "--url", url, "--phases", "examples,coverage", "--checks", checks.join(",")];
    // One worker: Python 3.11 cannot parse in two threads at once without failing now and then.
    const how = ["--mode", mode, "--max-time", String(seconds), "--workers", "1", "--generation-deterministic"];
    const shown = ["--continue-on-failure", "--no-color", "--warnings", "off"];
    const child = spawn("python3", ["-m", "schemathesis.cli", ...args, ...how, ...shown], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        PYTHONPATH: `${installed}:${import.meta.dirname}`,
        PYTHONDONTWRITEBYTECODE: "1",
        SCHEMATHESIS_HOOKS: "schemathesisHooks",
        FUZZ_TOKENS: `http://127.0.0.1:${port}/${part}`,
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
    const code = await new Promise<number | null>((done) => child.once("close", done));
    return { code, output };
  };

  for (const part of ["members", "operators"] as const)
    it(`the document of the ${part} names every answer`, async function () {
      this.timeout((SECONDS + 120) * 1_000);
      const file = join(folder, `${part}.json`);
      const asked = endpoints.filter((one) => isForOperators(one) === (part === "operators") && hasEnd(one));
      const chosen = shuffled(asked);
      writeFileSync(file, JSON.stringify(openApiDocument(chosen, url)));
      for (const [mode, share] of modes) {
        const { code, output } = await run(file, part, mode, Math.ceil(SECONDS * share));
        const said = output.match(/^ +(Selected|Tested|\d+ generated).*$/gm)?.map((line) => line.trim());
        process.stdout.write(`      ${mode} input, FUZZ_SEED=${seed}: ${said?.join(", ")}\n`);
        expect(code, output.slice(-12_000)).to.equal(0);
        expect(output, "it called nothing").to.match(/[1-9]\d* generated/);
      }
    });
});

/** The same order for the same seed. */
function shuffled(chosen: readonly Endpoint[]): Endpoint[] {
  const rank = ({ method, path }: Endpoint): string =>
    createHash("sha256").update(`${seed} ${method} ${path}`).digest("hex");
  return [...chosen].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
}
