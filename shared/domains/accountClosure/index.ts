export { accountErrors } from "./account.errors.js";
export { closeAccount } from "./closeAccount.js";
