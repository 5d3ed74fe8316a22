import { defineErrors } from "#shared/kernel/request/errors.js";

/** Refusals about keys of machines. */
export const machineKeyErrors = defineErrors("machineKey", {
  MachineKeyNotFound: { code: 1002021000, en: "There is no machine key {id}", zh: "机器密钥 {id} 不存在" },
  TooManyMachineKeys: {
    code: 1002021001,
    en: "There are {most} machine keys in use: revoke one first",
    zh: "在用的机器密钥已达 {most} 个，请先吊销",
  },
});
