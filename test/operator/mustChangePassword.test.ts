import { expect } from "chai";
import { config } from "#shared/kernel/config/config.js";
import { buildOperator } from "#test/factories/operator.js";
import { clientWith, stranger, type Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { auth, login, password, profile, signedIn, useKeeper, user } from "./keptOperators.js";

describe("operators", () => {
  let admin: Client;
  before(startService);
  const { create } = useKeeper((keeper) => ({ admin } = keeper));

  it("a password that another operator set must be changed first: all else is 403 with a code of its own", async () => {
    const { id, username } = await create();
    const before = await signedIn(username);
    expect(await admin.put(user("update-password"), { id, password: "from the boss" })).to.include({
      code: 0,
      data: true,
    });
    expect(await before.get(profile("get"))).to.include({ status: 401 });
    expect(await login(username)).to.include({ code: 1002000000 });
    const client = await signedIn(username, "from the boss");
    const due = { status: 403, code: 1002000011 };
    expect(await client.get("/admin-api/system/role/list")).to.include(due);
    expect(await client.put(profile("update"), { nickname: "x" })).to.include({ ...due, data: false });
    expect(await client.post(profile("totp/begin"))).to.include(due);
    expect(await client.post("/admin-api/system/role/create", "not even read")).to.include(due);
    const info = (await client.get(auth("get-permission-info"))).data;
    expect(info).to.deep.include({ mustChangePassword: true, permissions: [] });
    expect((await client.get(profile("get"))).data.mustChangePassword).to.equal(true);
    const own = { oldPassword: "from the boss", newPassword: "my own one" };
    expect(await client.put(profile("update-password"), own)).to.include({ code: 0, data: true });
    expect(await client.get("/admin-api/system/role/list")).to.include({ code: 0 });
    expect((await client.get(auth("get-permission-info"))).data).to.deep.include({
      mustChangePassword: false,
      permissions: ["system:role:query"],
    });
    await signedIn(username, "my own one");
  });

  it("a new operator may be made to choose their own password first", async () => {
    const { username } = await create({
      mustChangePassword: true,
      roleIds: (await buildOperator(["*"])).operator.roleIds,
    });
    const { accessToken } = (await login(username)).data;
    const client = clientWith(accessToken);
    const own = stranger.with({ origin: new URL(config.PUBLIC_URL).origin });
    const atConsole = await own.post(auth("browser-login"), { username, password });
    expect(await client.get("/admin-api/system/role/list")).to.include({ status: 403, code: 1002000011 });
    const pages = stranger.with({ cookie: atConsole.headers.get("set-cookie")!.split(";")[0]! });
    expect(await pages.get("/queues/"), "the pages of the queues").to.include({ status: 403 });
    const chosen = { oldPassword: password, newPassword: "my own one" };
    const acting = pages.with({ "sec-fetch-site": "same-origin" });
    expect(await acting.put(profile("update-password"), chosen)).to.include({ code: 0 });
    expect(await client.get("/admin-api/system/role/list"), "another sign-in ended").to.include({ status: 401 });
    expect(await pages.get("/admin-api/system/role/list")).to.include({ code: 0 });
    expect(await pages.get("/queues/")).to.include({ status: 200 });
  });
});
