import { expect } from "chai";
import { hashPassword } from "#shared/domains/member/index.js";
import { buildOperator } from "#test/factories/operator.js";
import { stranger } from "#test/support/client.js";

const password = "operate 123";
const login = (username: string, given = password) =>
  stranger.post("/admin-api/system/auth/login", { username, password: given });

describe("operators who are locked out", () => {
  it("by wrong passwords sign in at once with the password that another one sets", async () => {
    const { client: admin } = await buildOperator(["*"]);
    const passwordHash = await hashPassword(password);
    const { _id: id, username } = (await buildOperator([], { passwordHash })).operator;
    const longer = `${username}-2`;
    await buildOperator([], { passwordHash, username: longer });
    for (const name of [username, longer]) for (let i = 0; i < 5; i++) await login(name, "wrong one");
    expect(await login(username)).to.include({ code: 1002000010 });
    await admin.put("/admin-api/system/user/update-password", { id, password: "from the boss" });
    expect(await login(username, "from the boss")).to.include({ code: 0 });
    expect(await login(longer), "another name that begins alike").to.include({ code: 1002000010 });
  });
});
