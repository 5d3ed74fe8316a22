import { fill, type Migration } from "#shared/kernel/mongo/migrations.js";

/** Operators from before chose their own passwords and have no second factor; no role's holders were counted. */
export const secondFactorsOfOperators: Migration = {
  number: 5,
  name: "0005 second factors of operators",
  async up() {
    const factor = { totpSecret: null, totpPending: null, totpStep: 0, recoveryHashes: [] };
    await fill("operators", { remark: "", passwordDue: false, ...factor });
    await fill("roles", { remark: "", assignments: 0 });
  },
};
