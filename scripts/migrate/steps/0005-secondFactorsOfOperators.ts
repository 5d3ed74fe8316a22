import { fill, type Migration } from "#shared/kernel/mongo/migrations.js";

/** Operators from before chose their passwords themselves and have no second factor; nobody counted who has which role. */
export const secondFactorsOfOperators: Migration = {
  number: 5,
  name: "0005 second factors of operators",
  async up() {
    const factor = { totpSecret: null, totpPending: null, totpStep: 0, recoveryHashes: [] };
    await fill("operators", { remark: "", passwordDue: false, ...factor });
    await fill("roles", { remark: "", assignments: 0 });
  },
};
