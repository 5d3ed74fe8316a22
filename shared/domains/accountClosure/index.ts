export { closeAccount } from "./closeAccount.js";
