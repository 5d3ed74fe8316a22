export { accountErrors } from "./account.errors.js";
export { giveUpAccount } from "./giveUpAccount.js";
