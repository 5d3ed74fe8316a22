import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Send } from "../connection.js";

/** The kinds of work that every shop can be asked for; `turn` counts over all clients. */
export const kinds = {
  /** A page of ten products, sorted and filtered so that the same page is seldom read twice within a second. */
  catalogPage: "catalog page, cold",
  productDetail: "product detail",
  cartAdd: "cart add",
  /** From the basket to the paid order, whatever calls the shop needs for that. */
  wholeOrder: "whole order",
} as const;
export type Kind = keyof typeof kinds;

/** One client's work at a shop; each rejects unless the shop did it. */
export type PeerSession = Record<Kind, (turn: number) => Promise<unknown>>;

/**
 * A shop at an address, measured with the same client as ours. A module that is given as `--shop=./other.mjs` exports
 * one as its default. Products, stock and money must be there before the session is opened.
 */
export interface PeerShop {
  name: string;
  url: string;
  /** Its processes, stores included, for CPU seconds. */
  pids?: readonly number[];
  /** Signs in a customer of its own for each client, from 0. */
  openSession(send: Send, number: number): Promise<PeerSession>;
}

export async function loadPeerShop(path: string): Promise<PeerShop> {
  const { default: shop } = (await import(pathToFileURL(resolve(path)).href)) as { default?: Partial<PeerShop> };
  if (!shop?.name || !shop.url || !shop.openSession)
    throw new Error(`${path}: its default export needs name, url and openSession`);
  return shop as PeerShop;
}
