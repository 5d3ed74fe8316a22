export { alipayAdapter } from "./adapter.js";
