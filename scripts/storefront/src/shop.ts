import {
  createShopClient,
  type DataOf,
  type Operation,
  type PathOf,
  type ShopClient,
  type Tokens,
  type TokenStore,
} from "../../client/src/index";
import { keep, kept, makeStore } from "./store";
import { language } from "./language";
import { Terminal } from "./shop.states";

/** The `data` of a POST. */
export type Posted<P extends PathOf<"post">> = DataOf<Operation<P, "post">>;
/** The `data` of a GET. */
export type Got<P extends PathOf<"get">> = DataOf<Operation<P, "get">>;

/** The tokens of a sign-in, with whose they are. */
interface Session extends Tokens {
  userId: number;
}

const readSession = (): Session | undefined => {
  const text = kept("session");
  return text === null ? undefined : (JSON.parse(text) as Session);
};

/** Who is signed in. */
export const session = makeStore<Session | undefined>(readSession());

const tokens: TokenStore = {
  get: () => session.get(),
  set: (pair) => {
    keep("session", pair && JSON.stringify(pair));
    session.set(pair as Session | undefined);
  },
};

const clients = Object.fromEntries(
  (["en", "zh"] as const).map((one) => [
    one,
    createShopClient({ baseUrl: location.origin, terminal: Terminal.h5, language: one, tokens }),
  ]),
) as Record<"en" | "zh", ShopClient>;

/** The typed client, in the member's language. */
export const shop = (): ShopClient => clients[language.get()];

export async function signIn(pair: Session): Promise<void> {
  await tokens.set(pair);
  await countCart();
}

export async function signOut(): Promise<void> {
  await shop()
    .post("/app-api/member/auth/logout")
    .catch(() => undefined);
  await tokens.set(undefined);
  cartCount.set(0);
}

/** The member's number; the pages that ask for it are shown to members alone. */
export const memberId = (): number => session.get()?.userId ?? 0;

/** Pieces in the cart, as the tab shows them. */
export const cartCount = makeStore(0);

export async function countCart(): Promise<void> {
  if (!session.get()) return cartCount.set(0);
  // The tab goes on without its number.
  await shop()
    .post("/app-api/trade/cart/get-count")
    .then(cartCount.set, () => undefined);
}

/** What the development server tells the page. */
export const setting = JSON.parse(document.getElementById("setting")?.textContent ?? "{}") as {
  sandboxUrl?: string | null;
  operator?: { username: string; password: string } | null;
};

/** The order that the member looks at, or looked at last; the panel shows its jobs. */
export const watchedOrder = makeStore<number | undefined>(Number(kept("order")) || undefined);

export function watchOrder(id: number): void {
  if (watchedOrder.get() === id) return;
  keep("order", String(id));
  watchedOrder.set(id);
}

/** A change that the panel made as the shop: pages that show an order read it again. */
export const changes = makeStore(0);
