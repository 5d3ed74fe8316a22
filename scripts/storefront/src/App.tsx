import type { ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { language, say, speak } from "./language";
import { AddressPage } from "./pages/AddressPage";
import { AfterSalePage, RefundPage } from "./pages/AfterSalePages";
import { BargainPage } from "./pages/BargainPage";
import { CartPage } from "./pages/CartPage";
import { CheckoutPage } from "./pages/CheckoutPage";
import { CouponsPage } from "./pages/CouponsPage";
import { HomePage } from "./pages/HomePage";
import { LivePage, LivesPage } from "./pages/LivePages";
import { MePage } from "./pages/MePage";
import { MessagesPage } from "./pages/MessagesPage";
import { OffersPage } from "./pages/OffersPage";
import { OrderPage } from "./pages/OrderPage";
import { OrdersPage } from "./pages/OrdersPage";
import { PaidPage, PayPage } from "./pages/PayPage";
import { ProductPage } from "./pages/ProductPage";
import { ReviewPage } from "./pages/ReviewPage";
import { SignInPage } from "./pages/SignInPage";
import { Empty, Page } from "./parts/pieces";
import { path } from "./router";
import { countCart, session } from "./shop";

/** From here on there is room for the panel beside the phone. */
const wide = matchMedia("(min-width: 1000px)");

interface Route {
  pattern: RegExp;
  /** For everybody: the service shows its goods to members alone. */
  open?: boolean;
  page: (ids: number[], query: URLSearchParams) => VNode;
}

const routes: Route[] = [
  { pattern: /^\/(?:search)?$/, page: (_, query) => <HomePage query={query} key={query.toString()} /> },
  { pattern: /^\/signin$/, open: true, page: (_, query) => <SignInPage query={query} /> },
  { pattern: /^\/product\/(\d+)$/, page: ([id]) => <ProductPage id={id!} key={id} /> },
  { pattern: /^\/offers$/, page: () => <OffersPage /> },
  { pattern: /^\/lives$/, page: () => <LivesPage /> },
  { pattern: /^\/live\/(\d+)$/, page: ([id]) => <LivePage id={id!} /> },
  { pattern: /^\/bargain\/(\d+)$/, page: ([id]) => <BargainPage id={id!} /> },
  { pattern: /^\/cart$/, page: () => <CartPage /> },
  { pattern: /^\/checkout$/, page: (_, query) => <CheckoutPage query={query} key={query.toString()} /> },
  { pattern: /^\/pay\/(\d+)$/, page: ([id]) => <PayPage id={id!} /> },
  { pattern: /^\/paid\/(\d+)$/, page: ([id]) => <PaidPage id={id!} /> },
  { pattern: /^\/orders$/, page: () => <OrdersPage /> },
  { pattern: /^\/order\/(\d+)$/, page: ([id]) => <OrderPage id={id!} key={id} /> },
  { pattern: /^\/review\/(\d+)\/(\d+)$/, page: ([order, item]) => <ReviewPage orderId={order!} itemId={item!} /> },
  { pattern: /^\/refund\/(\d+)\/(\d+)$/, page: ([order, item]) => <RefundPage orderId={order!} itemId={item!} /> },
  { pattern: /^\/after-sale\/(\d+)$/, page: ([id]) => <AfterSalePage id={id!} /> },
  { pattern: /^\/coupons$/, page: () => <CouponsPage /> },
  { pattern: /^\/messages$/, page: () => <MessagesPage /> },
  { pattern: /^\/address$/, page: (_, query) => <AddressPage query={query} /> },
  { pattern: /^\/me$/, page: () => <MePage /> },
];

function pageOf(now: string, isMember: boolean): VNode {
  const [name = "/", search = ""] = now.split("?");
  for (const { pattern, open, page } of routes) {
    const found = pattern.exec(name);
    if (!found) continue;
    if (!open && !isMember) return <SignInPage query={new URLSearchParams({ to: now })} />;
    return page(found.slice(1).map(Number), new URLSearchParams(search));
  }
  return (
    <Page title="404">
      <Empty to="/" link={say("To the shop", "回到首页")} text={say("There is no such page.", "页面不存在。")} />
    </Page>
  );
}

export function App() {
  const now = path.use();
  const speaks = language.use();
  const who = session.use();
  useEffect(() => void countCart(), [who?.userId]);
  useEffect(() => document.getElementById("page")?.scrollTo(0, 0), [now]);
  return (
    <div class="window">
      <div class="phone" key={`${speaks} ${who?.userId}`}>
        <div class="tongue">
          <button
            type="button"
            onClick={() => speak(speaks === "zh" ? "en" : "zh")}
            lang={speaks === "zh" ? "en" : "zh-CN"}
          >
            {speaks === "zh" ? "English" : "中文"}
          </button>
        </div>
        {pageOf(now, who !== undefined)}
      </div>
      <Beside />
    </div>
  );
}

/** The panel, which only a wide window loads. */
function Beside() {
  const [Panel, setPanel] = useState<ComponentType>();
  useEffect(() => {
    const fit = (): void => {
      if (wide.matches) void import("./panel/Panel").then((module) => setPanel(() => module.Panel));
      else setPanel(undefined);
    };
    fit();
    wide.addEventListener("change", fit);
    return () => wide.removeEventListener("change", fit);
  }, []);
  return Panel ? <Panel /> : null;
}
