export { addToCart } from "./addToCart.js";
export { cartErrors } from "./cart.errors.js";
export { changeCartCount, eraseCart, deleteCartRows, selectCartRows } from "./manageCart.js";
export { moveCart } from "./moveCart.js";
export { replaceCartRow } from "./replaceCartRow.js";
export { checkCartRows, takeCartRows } from "./takeCartRows.js";
export { countCart, findCartRows, readCart, type CartItem } from "./cartRow.queries.js";
