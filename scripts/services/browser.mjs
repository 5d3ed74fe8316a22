import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { withLock } from "../processes/lock.mjs";
import { mustRun } from "../processes/step.mjs";
import { stepDone } from "../processes/progress.mjs";
import { ensureInstalled } from "./install.mjs";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * The browser of the tests: the machine's own, else one from a package, which is unpacked once into the cache of services.
 * @type {typeof import("./browser.d.mts").provideBrowser}
 */
export async function provideBrowser(root) {
  const own = process.env["TEST_BROWSER"] === "package" ? undefined : installed.find((path) => existsSync(path));
  if (own) return { program: own, env: {} };
  const home = join(root, "test", "browser", "chromium");
  const { version } = JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8")).packages[
    "node_modules/@sparticuz/chromium"
  ];
  const cache = resolve(root, process.env["SERVICES_CACHE"] ?? join(process.env["DATA_DIR"] ?? ".data", "services"));
  const folder = join(cache, `chromium-${version}`);
  const browser = {
    program: join(folder, "chromium"),
    env: { LD_LIBRARY_PATH: join(folder, "al2023", "lib"), FONTCONFIG_FILE: join(folder, "fonts.conf") },
  };
  if (existsSync(join(folder, ".complete"))) return browser;
  return await withLock(root, "browser", async () => {
    if (existsSync(join(folder, ".complete"))) return browser;
    const since = Date.now();
    // Beside the others of the cache, so that whoever reads the tests meets no packages.
    const packed = `${folder}-package`;
    mkdirSync(packed, { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(home, file), join(packed, file));
    await ensureInstalled(packed);
    rmSync(folder, { recursive: true, force: true });
    const draft = `${folder}-draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(join(draft, "fonts"), { recursive: true });
    // It unpacks itself into the folder for temporary files; the libraries that it needs too, where it believes to be there.
    const unpack = 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())';
    await mustRun("unpacking a browser", process.execPath, ["--eval", unpack], {
      cwd: packed,
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
    });
    const font = join(root, "shared", "domains", "invoice", "font", "NotoSansSC-Regular.ttf.br");
    writeFileSync(join(draft, "fonts", "NotoSansSC-Regular.ttf"), brotliDecompressSync(readFileSync(font)));
    writeFileSync(
      join(draft, "fonts.conf"),
      `<?xml version="1.0"?>\n<fontconfig><dir>${join(folder, "fonts")}</dir><cachedir>${join(folder, "cache")}</cachedir></fontconfig>\n`,
    );
    writeFileSync(join(draft, ".complete"), "");
    renameSync(draft, folder);
    rmSync(packed, { recursive: true, force: true });
    stepDone("browser", `chromium ${version} from a package`, since);
    return browser;
  });
}
