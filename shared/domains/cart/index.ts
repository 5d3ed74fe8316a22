export { addToCart } from "./addToCart.js";
export { cartErrors } from "./cart.errors.js";
export { clearCart } from "./clearCart.js";
export { changeCartCount } from "./changeCartCount.js";
export { deleteCartRows } from "./deleteCartRows.js";
export { replaceCartRow } from "./replaceCartRow.js";
export { selectCartRows } from "./selectCartRows.js";
export { checkCartRows, takeCartRows } from "./takeCartRows.js";
export { countCart, findCartRows, readCart, type CartItem } from "./cartRow.queries.js";
