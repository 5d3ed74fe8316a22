export { callTencentApi, type TencentAccount, type TencentRefusal } from "./callTencentApi.js";
