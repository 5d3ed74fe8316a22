import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { endpoints } from "#api/routes.js";
import type { Endpoint } from "#api/http/endpoint.js";

const domains = resolve(import.meta.dirname, "../../shared/domains");
const files = readdirSync(domains, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith("index.ts"))
  .map((name) => ({ name, text: readFileSync(join(domains, name), "utf8") }));

/** Where each function of the domains that others may call is declared. */
const declaredIn = new Map(
  files.flatMap((file) =>
    [...file.text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => [name!, file] as const),
  ),
);
const calledIn = (text: string): string[] =>
  [...text.matchAll(/(?<![.\w])(\w+)(?:<[^()]*>)?\(/g)].map(([, name]) => name!);

/** A use case records what it did, or calls the one that does; further away it would be somebody else's record. */
const STEPS = 3;
function records(name: string, steps = STEPS): boolean {
  if (name === "recordOperation") return true;
  const file = declaredIn.get(name);
  return (
    file !== undefined &&
    steps > 0 &&
    calledIn(file.text).some((called) => called !== name && records(called, steps - 1))
  );
}

const nameOf = ({ method, path }: Endpoint): string => `${method.toUpperCase()} ${path}`;
const writes = endpoints.filter(({ access, method }) => access.kind === "operator" && method !== "get");
/**
 * Objects that create, update and delete nouns: the tests of these nouns read their rows (website/contentAdmin,
 * promotion/placedContent).
 */
const isOfStore = ({ handle }: Endpoint): boolean =>
  /\b(store|content|banners|articles)\.(create|update|publish|sort|remove)\(/.test(handle.toString());
const readsOnly = [
  "POST /admin-api/cloudlive/im/getGroupInfo",
  "POST /admin-api/cloudlive/im/getGroupMutedAccount",
  "POST /admin-api/cloudlive/im/getOnlineMemberNum",
  "POST /admin-api/cloudlive/live-base-info/getLiveLikePlayTimesAdmin",
  "POST /admin-api/product/spu/getLiveSpuDetail",
  "POST /admin-api/product/spu/getLiveSpuList",
  "POST /admin-api/trade/order/check-shipments",
];
/** By the job that moves the command, once the provider has taken it (test/chat/groups.test.ts). */
const recordedByJob = [
  "POST /admin-api/cloudlive/im/forbidSendMsg",
  "POST /admin-api/cloudlive/im/modifyGroupBaseInfo",
];

describe("release 3.2.0: operation log audit of what operators write", () => {
  it("every write endpoint of operators leads to a record; the others only read", () => {
    expect(writes.length).to.be.greaterThan(150);
    const silent = writes
      .filter((endpoint) => !isOfStore(endpoint))
      .filter(({ handle }) => !calledIn(handle.toString()).some((name) => records(name)))
      .map(nameOf);
    expect(silent.sort()).to.deep.equal([...readsOnly, ...recordedByJob].sort());
  });
});
