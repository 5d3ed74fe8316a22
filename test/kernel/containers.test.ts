import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { load as loadYaml, YAML11_SCHEMA } from "js-yaml";
import { config } from "#shared/kernel/config/config.js";
import { queueGroups, queueNames, readQueueNames } from "#shared/kernel/queue/queueNames.js";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(resolve(root, path), "utf8");

interface Container {
  command?: string[] | string;
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { options?: Record<string, string> };
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  restart?: string;
  stop_grace_period?: string;
}
const { services } = loadYaml(read("docker-compose.yml"), { schema: YAML11_SCHEMA }) as {
  services: Record<string, Container>;
};
const ours = Object.entries(services).filter(([, { command = [] }]) => /dist\//.test([...command].join(" ")));
const dockerfile = read("scripts/deploy/Dockerfile");
/** What is kept: the lines after the last FROM. */
const image = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")).split("\n");
const version = (JSON.parse(read("package.json")) as { version: string }).version;

describe("the image", () => {
  it("runs as nobody's root, by number, and owns nothing that it runs", () => {
    expect(image).to.include("USER 1000:1000");
    expect(image.filter((line) => line.includes("--chown"))).to.deep.equal([]);
  });

  it("is made of what the lock file says, without what only development wants, and tells what is in it", () => {
    expect(dockerfile.match(/npm (?:ci|install|i)\b/g)).to.deep.equal(["npm ci"]);
    expect(dockerfile).to.match(/npm pkg delete devDependencies && npm prune && npm sbom /);
    expect(image.join("\n")).to.include("/app/sbom.cdx.json");
    expect(image.filter((line) => /^COPY --from=build\b/.test(line))).to.deep.equal([]);
  });

  it("starts without a shell, so that signals reach the process", () => {
    const starts = dockerfile.split("\n").filter((line) => /^(?:CMD|ENTRYPOINT)\b/.test(line));
    expect(starts).to.have.lengthOf(1);
    expect(starts[0]).to.match(/^CMD \["node", /);
    for (const [name, { command }] of ours) {
      expect(command, name).to.be.an("array");
      expect(command![0], name).to.equal("node");
    }
  });

  it("has the labels of an image, and the version of the package", () => {
    for (const label of ["title", "description", "licenses", "version", "revision"])
      expect(dockerfile).to.include(`org.opencontainers.image.${label}=`);
    expect(image).to.include(`ARG VERSION=${version}`);
    expect(read("docker-compose.yml")).to.include(`image: member-commerce:${version}\n`);
  });

  it("leaves health to whoever runs it, as an image cannot know which port is asked", () => {
    expect(dockerfile).not.to.match(/^HEALTHCHECK/m);
    expect(image.join("\n")).to.include("scripts/deploy/healthy.sh");
  });
});

describe("a container of ours", () => {
  it("cannot write to its image, gain rights, or take the whole machine", () => {
    for (const [name, container] of ours) {
      expect(container.read_only, name).to.equal(true);
      expect(container.cap_drop, name).to.deep.equal(["ALL"]);
      expect(container.mem_limit, name).to.match(/^\d+m$/);
      expect(container.cpus, name).to.be.greaterThan(0);
      expect(container.pids_limit, name).to.be.greaterThan(0);
    }
    expect(services["balancer"]).to.include({ read_only: true, user: "101:101" });
    expect(services["balancer"]?.cap_drop).to.deep.equal(["ALL"]);
  });

  it("has a place for temporary files: in memory, but on disk where members and operators upload", () => {
    for (const [name, { tmpfs = [], volumes = [] }] of ours) {
      if (name.startsWith("api")) expect([tmpfs, volumes], name).to.deep.equal([[], ["/tmp"]]);
      else expect([tmpfs, volumes], name).to.deep.equal([["/tmp:size=16m"], []]);
    }
  });

  it("is killed only after it had the time to end by itself", () => {
    for (const [name, { stop_grace_period: grace }] of ours) {
      expect(grace, name).to.match(/^\d+s$/);
      expect(parseInt(grace!), name).to.be.greaterThan(config.SHUTDOWN_SECONDS);
    }
  });

  it("each queue has a worker, in one service alone", () => {
    const taken = ours.flatMap(([, { command = [] }]) =>
      [...command].filter((word) => word.startsWith("--queues=")).flatMap((word) => readQueueNames(word.slice(9))),
    );
    expect(taken.sort()).to.deep.equal([...queueNames].sort());
    for (const group of Object.keys(queueGroups)) expect(services, group).to.include.keys(group);
  });
});

describe("every container", () => {
  it("gains no rights, and its logs are rotated", () => {
    for (const [name, { security_opt: options, logging }] of Object.entries(services)) {
      expect(options, name).to.deep.equal(["no-new-privileges:true"]);
      expect(logging?.options, name).to.include.keys("max-size", "max-file");
    }
  });
});

describe("healthy.sh", () => {
  let server: Server;
  let status: number;
  let asked: (string | undefined)[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end("{}");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => server.close());

  async function healthy(port: number): Promise<{ code: number; said: string }> {
    const child = spawn("bash", [resolve(root, "scripts/deploy/healthy.sh")], {
      env: { PATH: process.env["PATH"], OPS_PORT: String(port) },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = text(child.stderr);
    const [code] = (await once(child, "close")) as [number];
    return { code, said: await said };
  }
  const port = (): number => (server.address() as AddressInfo).port;

  it("is well where the ops port says so, and asks nothing else", async () => {
    status = 200;
    expect(await healthy(port())).to.deep.equal({ code: 0, said: "" });
    expect(asked).to.deep.equal(["/health"]);
  });

  it("is not well where it says otherwise, or where nothing answers", async () => {
    status = 503;
    expect((await healthy(port())).code).to.equal(1);
    const closed = port();
    server.close();
    expect((await healthy(closed)).code).to.equal(1);
  });
});

describe("npm run prove:compose", () => {
  it("says what is missing where there is no engine, and how to have one", async () => {
    const child = spawn(process.execPath, [resolve(root, "scripts/prove/index.mjs")], {
      env: { PATH: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close") as Promise<[number]>]);
    expect(code).to.equal(1);
    expect(said).to.include("There is no docker on PATH").and.include("docker-compose");
  });
});
