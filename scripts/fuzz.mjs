// `npm run fuzz [SECONDS]`: an outside fuzzer (schemathesis, from PyPI) over both OpenAPI documents, on a shop of its own.
// Exit code 77: there is no Python that can install it.
import "./processes/nodeVersion.mjs";
import { spawn } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { provideWheel } from "./services/wheels.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const SKIPPED = 77;
const requirement = "schemathesis==4.32.5";

const cache = resolve(root, process.env["SERVICES_CACHE"] ?? join(process.env["DATA_DIR"] ?? ".data", "services"));
const found = await provideWheel(join(cache, "wheels"), {
  folder: requirement.replace("==", "-"),
  requirement,
  withDependencies: true,
  program: (dir) => join(dir, "schemathesis", "cli", "__main__.py"),
});
if ("why" in found) {
  console.log(`fuzz: skipped, ${found.why}`);
  process.exitCode = SKIPPED;
} else {
  const [seconds] = process.argv.slice(2);
  const child = spawn(process.execPath, [join(root, "scripts/test.mjs"), "test/outside"], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      SCHEMATHESIS: found.dir,
      ...(seconds === undefined ? {} : { FUZZ_SECONDS: seconds }),
      // What the fuzzer is to see are the answers behind the limits.
      RATE_LIMIT_EXEMPT: "127.0.0.0/8",
      LIMIT_MEMBER_PER_MINUTE: "1000000",
    },
  });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.exitCode = await new Promise((done) => {
    child.on("error", () => done(127));
    child.on("exit", (code, by) => done(by ? 130 : (code ?? 1)));
  });
}
