import type { LookupAddress } from "node:dns";
import { createConnection, type LookupFunction } from "node:net";
import { expect } from "chai";
import {
  AddressRefused,
  checkGuardedUrl,
  isPublicAddress,
  lookupGuardedBy,
  type Resolve,
} from "#shared/kernel/http/addressGuard.js";

const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** A name server that answers each look-up with the next list, and counts. */
function resolverOf(...answers: LookupAddress[][]): { resolve: Resolve; asked: () => number } {
  let asked = 0;
  const resolve: Resolve = (_name, _options, callback) => setImmediate(callback, null, answers[asked++] ?? []);
  return { resolve, asked: () => asked };
}

/** Connects as the outbound client does; answers the address that is tried, or the refusal. */
function connect(lookup: LookupFunction): Promise<string | Error> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "merchant.test", port: 9, lookup });
    socket.once("connectionAttempt", (ip: string) => resolve(ip));
    socket.on("error", resolve);
    socket.once("connectionAttempt", () => setImmediate(() => socket.destroy()));
  });
}

describe("the address of a notifyUrl", () => {
  const inward = {
    "IPv4 loopback": ["127.0.0.1", "127.255.255.254"],
    "IPv4 private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.255.1"],
    "link-local, the metadata service": ["169.254.169.254", "169.254.0.1", "fe80::1"],
    "shared, behind a carrier's NAT": ["100.64.0.1", "100.127.255.255"],
    "this network and unspecified": ["0.0.0.0", "0.1.2.3", "::"],
    "multicast, broadcast, reserved": [
      "224.0.0.1",
      "255.255.255.255",
      "240.0.0.1",
      "192.0.0.1",
      "198.18.0.1",
      "ff02::1",
    ],
    "IPv6 loopback and private": ["::1", "fc00::1", "fdff:ffff::1", "fec0::1"],
    "an IPv4 in an IPv6": [
      "::ffff:127.0.0.1",
      "::ffff:a00:1",
      "::127.0.0.1",
      "::7f00:1",
      "::a9fe:a9fe",
      "::ffff:0:127.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b::a9fe:a9fe",
      "64:ff9b:1::7f00:1",
      "2002:7f00:1::",
      "2001:0:7f00:1::1",
    ],
    "nobody's": ["4000::1", "2001:db8::1", "::2", "not an address", ""],
  };
  for (const [name, addresses] of Object.entries(inward))
    it(`is refused: ${name}`, () => {
      for (const address of addresses) expect(isPublicAddress(address), address).to.equal(false);
    });

  it("may be a public one", () => {
    for (const address of ["1.1.1.1", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"])
      expect(isPublicAddress(address), address).to.equal(true);
  });

  it("is judged in whatever form it is written", () => {
    for (const host of [
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "0x7f.1",
      "127.0.0.1.",
      "１２７.0.0.1",
      "0",
      "0xa9fea9fe",
      "[::]",
      "[::ffff:7f00:1]",
      "[::7f00:1]",
      "[0:0:0:0:0:0:0:1]",
      "[64:ff9b::7f00:1]",
    ])
      expect(() => checkGuardedUrl(`https://${host}/hook`, []), host).to.throw(AddressRefused);
  });

  it("is https, without credentials; a host of the list as it is, by its name or with its port", () => {
    for (const url of ["http://shop.example/", "ftp://shop.example/", "https://a:b@shop.example/", "shop.example", ""])
      expect(() => checkGuardedUrl(url, []), url).to.throw(AddressRefused);
    expect(checkGuardedUrl("http://10.0.0.7:81/x", ["10.0.0.7:81"]).port).to.equal("81");
    expect(() => checkGuardedUrl("http://10.0.0.7:82/x", ["10.0.0.7:81"])).to.throw(AddressRefused);
    expect(() => checkGuardedUrl("file://10.0.0.7/x", ["10.0.0.7"])).to.throw(AddressRefused);
    expect(() => checkGuardedUrl("https://a:b@10.0.0.7/", ["10.0.0.7"])).to.throw(AddressRefused);
  });

  it("is the one that is connected to: one look-up a connection, its answer judged", async () => {
    const names = resolverOf(at("192.88.99.77"), at("1.1.1.1"), at("127.0.0.1"));
    const lookup = lookupGuardedBy(names.resolve);
    expect(await connect(lookup), "reserved").to.be.instanceOf(AddressRefused);
    expect(await connect(lookup)).to.equal("1.1.1.1");
    expect(names.asked()).to.equal(2);
    // The name points to this machine at its next look-up: that is another connection, judged again.
    expect(await connect(lookup), "rebound").to.be.instanceOf(AddressRefused);
  });

  it("is refused when one of several addresses of its name is not public, wherever it stands", async () => {
    for (const answer of [at("1.1.1.1", "10.0.0.1"), at("fd00::1", "1.1.1.1"), at("2606:4700::1111", "::ffff:a00:1")])
      expect(await connect(lookupGuardedBy(resolverOf(answer).resolve))).to.be.instanceOf(AddressRefused);
  });
});
