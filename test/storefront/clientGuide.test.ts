import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { seedShop } from "#scripts/seed/seedShop.js";
import { config } from "#shared/kernel/config/config.js";
import { PayOrderModel } from "#shared/domains/pay/order/payOrder.model.js";
import { sandbox } from "#test/support/environment.js";
import { runJobs } from "#test/support/runJobs.js";
import { startService } from "#test/support/service.js";

const guide = readFileSync("shared/docs/client.md", "utf8");

/** The options that the guide uses, as curl has them: a machine may have none. */
const CURL = `#!${process.execPath}
const { parseArgs } = require("node:util");
const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  silent: { type: "boolean", short: "s" }, request: { type: "string", short: "X" },
  header: { type: "string", short: "H", multiple: true, default: [] }, data: { type: "string", short: "d" } } });
const headers = values.header.map((one) => one.split(/: (.*)/s, 2)).filter(([name, value]) => value !== "");
fetch(positionals[0], { method: values.request ?? (values.data ? "POST" : "GET"), headers, body: values.data })
  .then((response) => response.text()).then((text) => console.log(text));
`;

/** What later commands need of the answers. */
interface Answer {
  userId: number;
  refreshToken: string;
  id: number;
  payOrderId: number;
  list: { id: number }[];
  skus: { id: number; stock: number }[];
  /** Of the sandbox's messages. */
  0: { code: string };
}

/** Each command of a block, which may go over several lines. */
function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = "";
  for (const line of block.split("\n")) {
    if (open === "" && (line.startsWith("#") || line.trim() === "")) continue;
    open += `${line}\n`;
    const isWhole = (open.match(/'/g)?.length ?? 0) % 2 === 0 && !/[\\|]$/.test(line);
    if (isWhole) commands.push(open.trim());
    if (isWhole) open = "";
  }
  return commands;
}

describe("the guide for client apps", () => {
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!);
  let folder: string;
  let prelude: string;

  before(async () => {
    const { url } = await startService();
    Object.assign(config, { RETURN_URLS: [url] });
    await seedShop({ ifEmpty: true });
    folder = mkdtempSync(join(tmpdir(), "guide-"));
    writeFileSync(join(folder, "curl"), CURL);
    chmodSync(join(folder, "curl"), 0o755);
    prelude = hereIn(blocks[0]!, url);
  });

  const hereIn = (text: string, url: string): string =>
    text.replaceAll("http://127.0.0.1:8080", url).replaceAll("http://127.0.0.1:8090", sandbox.url);

  it("leads from the sign-in to a paid order, each command as it stands", async () => {
    const { url } = await startService();
    /** What a reader finds in the answers before, by what the guide calls it. */
    const found: Record<string, string | number> = {};
    let token = "";
    const shell = async (command: string): Promise<string> => {
      const script = `T=${token}\n${prelude}\n${command}\necho "token $T"`;
      const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
      const { stdout } = await promisify(execFile)("sh", ["-c", script], { env, cwd: folder });
      const [, answer, now] = /^(.*)token (\S*)\n$/s.exec(stdout)!;
      token = now!;
      await runJobs();
      return answer!.trim();
    };
    const filled = (command: string): string =>
      hereIn(command, url)
        .replace(/<([^>]+)>/g, (_, name: string) => String(found[name] ?? expect.fail(`${command} needs <${name}>`)))
        .replace(/"(skuId|addressId)": 1\b/g, (_, name: string) => `"${name}": ${found[name]}`)
        .replace("'{\"id\": 1}'", `'{"id": ${found["spuId"]}}'`);
    /** What a later command needs of this answer. */
    const keep: Record<string, (data: Answer) => Promise<void> | void> = {
      "auth/login": ({ userId, refreshToken }) =>
        void Object.assign(found, { userId, "the refreshToken": refreshToken }),
      "sandbox/sms": (messages) => void (found["the code"] = messages[0].code),
      "spu/page": ({ list }) => void (found["spuId"] = list[0]!.id),
      "spu/getSpuDetail": ({ skus }) => void (found["skuId"] = skus.find(({ stock }) => stock > 1)!.id),
      "address/get-default": ({ id }) => void (found["addressId"] = id),
      "order/create": ({ id, payOrderId }) => void Object.assign(found, { order: id, "pay order": payOrderId }),
      "order/submit": async () =>
        void (found["no"] = (await PayOrderModel.findById(Number(found["pay order"])).lean())!.no!),
    };
    const signIn = commandsOf(blocks[1]!).find((command) => command.startsWith("T="))!;
    const ran: string[] = [];
    for (const command of blocks.slice(1).flatMap(commandsOf)) {
      const answer = await shell(filled(command));
      ran.push(command);
      if (command.startsWith("T=")) expect(token).to.match(/^\S{100,}$/);
      else {
        const body = JSON.parse(answer);
        // The sandbox answers as it is, without an envelope.
        const { code, msg, data } = "msg" in body ? body : { code: 0, msg: "", data: body };
        expect(code === 0 || code === 200, `${command}: ${code} ${msg}`).to.equal(true);
        for (const [path, take] of Object.entries(keep)) if (command.includes(path)) await take(data);
      }
      if (command.includes("auth/logout")) await shell(hereIn(signIn, url));
    }
    expect(ran.length).to.be.greaterThan(14);
    const paid = JSON.parse(await shell(`get "/app-api/pay/order/get?id=${found["pay order"]}"`));
    expect(paid.data.status).to.equal(10);
  });
});
