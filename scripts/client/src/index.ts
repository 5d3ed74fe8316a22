export { createShopClient, type ShopClient, type ShopClientOptions } from "./client.js";
export type { BodyOf, DataOf, Method, Operation, PathOf, QueryOf } from "./calls.js";
export { NO_ANSWER, ShopError, type Refusal } from "./shopError.js";
export { memoryTokens, type Tokens, type TokenStore } from "./tokens.js";
export type { paths } from "./schema.js";
