import { expect } from "chai";
import { readRedisAddress } from "#shared/kernel/redis/address.js";

describe("addresses of Redis", () => {
  const cases: [string, unknown][] = [
    ["redis://localhost", { kind: "single", nodes: [{ host: "localhost", port: 6379 }], db: 0, isTls: false }],
    [
      "redis://:secret@redis:6380/2",
      { kind: "single", nodes: [{ host: "redis", port: 6380 }], db: 2, isTls: false, password: "secret" },
    ],
    [
      "rediss://shop:p%40ss%3Aword@[::1]:6380",
      {
        kind: "single",
        nodes: [{ host: "::1", port: 6380 }],
        db: 0,
        isTls: true,
        username: "shop",
        password: "p@ss:word",
      },
    ],
    [
      "redis+sentinel://shop:word@a:1,b/main?db=3&sentinelPassword=x%26y",
      {
        kind: "sentinel",
        nodes: [
          { host: "a", port: 1 },
          { host: "b", port: 26379 },
        ],
        db: 3,
        isTls: false,
        master: "main",
        sentinelPassword: "x&y",
        username: "shop",
        password: "word",
      },
    ],
    [
      "rediss+cluster://a:7000,b:7001",
      {
        kind: "cluster",
        nodes: [
          { host: "a", port: 7000 },
          { host: "b", port: 7001 },
        ],
        db: 0,
        isTls: true,
      },
    ],
  ];
  for (const [text, address] of cases)
    it(`${text} is read`, () => expect(readRedisAddress(text)).to.deep.equal(address));

  const wrong = {
    "another protocol": "http://redis:6379",
    "no host": "redis://",
    "two servers that are neither Sentinels nor a cluster": "redis://a:1,b:2",
    "Sentinels without the name of the master": "redis+sentinel://a:1,b:2",
    "a database on a cluster": "redis+cluster://a:1,b:2/1",
    "a port that is none": "redis://a:port",
    "a database that is none": "redis://a:1/first",
    "a host left out": "redis+cluster://a:1,,b:2",
  };
  for (const [what, text] of Object.entries(wrong))
    it(`${what} is refused`, () => expect(readRedisAddress(text)).to.equal(undefined));
});
