import { expect } from "chai";
import { ensureFirstOperator } from "#shared/domains/operator/ensureFirstOperator.js";
import { OperatorModel } from "#shared/domains/operator/index.js";
import { RoleModel } from "#shared/domains/operator/role/role.model.js";
import { inTransaction } from "#shared/kernel/mongo/mongo.js";
import { buildOperator } from "#test/factories/operator.js";
import type { Client } from "#test/support/client.js";
import { startService } from "#test/support/service.js";
import { password, profile, useKeeper, user } from "./keptOperators.js";

describe("operators", () => {
  let admin: Client;
  let roleId: number;
  before(startService);
  const { body, create } = useKeeper((keeper) => ({ admin, roleId } = keeper));

  it("nobody disables or deletes themselves, or resets their own password or second factor", async () => {
    const { client, operator } = await buildOperator(["*"]);
    const { _id: id } = operator;
    for (const reply of [
      await client.put(user("update-status"), { id, status: 1 }),
      await client.put(user("update"), { id, nickname: "me", status: 1 }),
      await client.delete(`${user("delete")}?id=${id}`),
      await client.put(user("update-password"), { id, password: "another 1" }),
      await client.put(user("reset-totp"), { id }),
    ])
      expect(reply).to.include({ status: 200, code: 1002003011, data: false });
    expect(await client.get(profile("get"))).to.include({ code: 0 });
  });

  describe("the last super administrator", () => {
    let superId: number;
    let lone: { id: number; username: string };
    const disabled: number[] = [];
    before(async () => {
      await ensureFirstOperator("first-of-operators", password);
      superId = (await RoleModel.findOne({ code: "super_admin" }).orFail().lean())._id;
      // Other tests' first operators stand aside meanwhile.
      const others = await OperatorModel.find({ status: 0, roleIds: superId }).lean();
      disabled.push(...others.map(({ _id }) => _id));
      await OperatorModel.updateMany({ _id: { $in: disabled } }, { $set: { status: 1 } });
      lone = await create({ roleIds: [superId] });
    });
    after(() => OperatorModel.updateMany({ _id: { $in: disabled } }, { $set: { status: 0 } }));

    it("cannot be disabled, deleted or stripped", async () => {
      const { id } = lone;
      for (const reply of [
        await admin.put(user("update-status"), { id, status: 1 }),
        await admin.delete(`${user("delete")}?id=${id}`),
        await admin.put(user("update"), { id, nickname: "Lin", roleIds: [roleId] }),
        await admin.post("/admin-api/system/permission/assign-user-role", { userId: id, roleIds: [] }),
      ])
        expect(reply).to.include({ status: 200, code: 1002003010, data: false });
      expect((await admin.get(`${user("get")}?id=${id}`)).data).to.deep.include({ status: 0, roleIds: [superId] });
    });

    it("two at once who would be the last: one stays", async () => {
      for (let round = 0; round < 4; round++) {
        const second = await create({ roleIds: [superId] });
        const codes = await Promise.all([
          admin.put(user("update-status"), { id: lone.id, status: 1 }),
          admin.delete(`${user("delete")}?id=${second.id}`),
        ]).then((replies) => replies.map(({ code }) => code));
        expect(codes.sort()).to.deep.equal([0, 1002003010]);
        await admin.put(user("update-status"), { id: lone.id, status: 0 });
        await inTransaction(async () => OperatorModel.deleteOne({ _id: second.id }));
      }
    });
  });

  it("who may do more is changed by nobody who may do less", async () => {
    const verbs = ["create", "update", "update-password", "delete", "query"];
    const { client: keeper } = await buildOperator(verbs.map((verb) => `system:user:${verb}`));
    const { client: roles } = await buildOperator(["system:permission:assign-user-role"]);
    const { operator: above, client: theirs } = await buildOperator(["*"]);
    const { _id: id } = above;
    for (const reply of [
      await keeper.put(user("update"), { id, nickname: "x" }),
      await keeper.put(user("update-status"), { id, status: 1 }),
      await keeper.put(user("update-password"), { id, password: "another 1" }),
      await keeper.put(user("reset-totp"), { id }),
      await keeper.delete(`${user("delete")}?id=${id}`),
      await roles.post("/admin-api/system/permission/assign-user-role", { userId: id, roleIds: [] }),
    ])
      expect(reply).to.include({ status: 200, code: 1002003012, data: false });
    expect(await keeper.post(user("create"), body({ roleIds: above.roleIds }))).to.include({ code: 1002002011 });
    const { client: ender } = await buildOperator(["system:session:query", "system:session:delete"]);
    const [session] = (await ender.get(`${user("session/list")}?userId=${id}`)).data;
    const ended = await ender.delete(`${user("session/delete")}?id=${session.id}`);
    expect(ended).to.include({ status: 200, code: 1002003012, data: false });
    expect(await theirs.get(profile("get")), "still signed in").to.include({ code: 0 });
    const { client: equal } = await buildOperator(["*"]);
    expect(await equal.delete(`${user("session/delete")}?id=${session.id}`)).to.include({ code: 0, data: true });
    const own = await keeper.post(user("create"), body({ roleIds: [] }));
    expect(own).to.include({ code: 0 });
    expect(await keeper.put(user("update-password"), { id: own.data, password: "another 1" })).to.include({ code: 0 });
  });
});
