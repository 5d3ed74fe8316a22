import type { ComponentChildren } from "preact";
import type { ShopError } from "../../../client/src/index";
import { say } from "../language";
import { HttpStatus } from "../shop.states";
import { back, Link, path } from "../router";
import { cartCount } from "../shop";
import type { Loaded } from "../useLoad";

/** Fen as a shop shows them. */
export const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

export function Price({ fen, was, large }: { fen: number; was?: number | undefined; large?: boolean }) {
  const [whole, cents] = (fen / 100).toFixed(2).split(".");
  return (
    <span class={large ? "price large" : "price"}>
      <small>¥</small>
      {whole}
      <small>.{cents}</small>
      {was !== undefined && was > fen && (
        <s>
          <span class="hidden">{say("list price", "原价")} </span>
          {yuan(was)}
        </s>
      )}
    </span>
  );
}

/** @param title of the page, in its bar; the home page has a bar of its own */
export function Page(props: {
  title?: string;
  bar?: ComponentChildren;
  footer?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, bar, footer, children } = props;
  return (
    <>
      <header class="bar">
        {bar ?? (
          <>
            <button type="button" class="back" onClick={back} aria-label={say("Back", "返回")}>
              ‹
            </button>
            <h1>{title}</h1>
          </>
        )}
      </header>
      <main id="page" tabIndex={-1}>
        {children}
      </main>
      {footer ? <footer class="buybar">{footer}</footer> : <Tabs />}
    </>
  );
}

function Tabs() {
  const count = cartCount.use();
  const now = path.use();
  const tabs: [to: string, sign: string, title: string][] = [
    ["/", "M3 11 12 3l9 8v10h-6v-6H9v6H3z", say("Shop", "首页")],
    ["/offers", "M13 2 4 14h7l-1 8 9-12h-7z", say("Offers", "优惠")],
    ["/cart", "M2 3h3l3 12h10l3-8H6M9 20h.1M17 20h.1", say("Cart", "购物车")],
    ["/orders", "M5 3h14v18l-3-2-4 2-4-2-3 2zM9 8h6M9 12h6", say("Orders", "订单")],
    ["/me", "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-5 15-5 16 0", say("Me", "我的")],
  ];
  return (
    <nav class="tabs" aria-label={say("Parts of the shop", "商城导航")}>
      {tabs.map(([to, sign, title]) => (
        <Link key={to} to={to} aria-current={now === to ? "page" : undefined}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={sign} />
          </svg>
          {title}
          {to === "/cart" && count > 0 && <b class="badge">{count}</b>}
        </Link>
      ))}
    </nav>
  );
}

export function Failed({ error, again }: { error: ShopError; again: () => void }) {
  return (
    <div class="state" role="alert">
      <p>{error.status === HttpStatus.none ? say("The shop does not answer.", "商城暂时没有响应。") : error.msg}</p>
      <button type="button" class="plain" onClick={again}>
        {say("Try again", "重试")}
      </button>
    </div>
  );
}

export const Empty = ({ text, to, link }: { text: string; to?: string; link?: string }) => (
  <div class="state">
    <p>{text}</p>
    {to && <Link class="plain" to={to} text={link ?? to} />}
  </div>
);

/** What was read, or its state until then. */
export function Show<T>(props: { of: Loaded<T>; children: (data: T) => ComponentChildren; rows?: number }) {
  const { data, error, again } = props.of;
  if (data !== undefined) return <>{props.children(data)}</>;
  if (error) return <Failed error={error} again={again} />;
  return (
    <div class="waiting" role="status" aria-label={say("Loading", "加载中")}>
      {Array.from({ length: props.rows ?? 3 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

export function Picture({ src, alt = "" }: { src: string; alt?: string }) {
  return <img src={src} alt={alt} loading="lazy" decoding="async" />;
}

/** The words of a variant: "Red, 250 g". */
const variant = (properties: { valueName: string }[]): string =>
  properties.map(({ valueName }) => valueName).join(", ");

export function Stepper(props: { count: number; most: number; onChange: (count: number) => void; what: string }) {
  const { count, most, onChange, what } = props;
  return (
    <span class="stepper" role="group" aria-label={what}>
      <button type="button" disabled={count <= 1} onClick={() => onChange(count - 1)} aria-label={say("Fewer", "减少")}>
        −
      </button>
      <output>{count}</output>
      <button
        type="button"
        disabled={count >= most}
        onClick={() => onChange(count + 1)}
        aria-label={say("More", "增加")}
      >
        +
      </button>
    </span>
  );
}

/** Goods in a list: the picture, the name, the variant, and what stands below. */
export function Goods(props: {
  picUrl: string;
  name: ComponentChildren;
  properties: { valueName: string }[];
  children: ComponentChildren;
}) {
  return (
    <>
      <Picture src={props.picUrl} />
      <div>
        {props.name}
        <small class="soft">{variant(props.properties)}</small>
        {props.children}
      </div>
    </>
  );
}

/** Titles and texts, a line each. */
export const Facts = ({ rows }: { rows: (readonly [title: string, text: string] | false | null)[] }) => (
  <dl class="sums">
    {rows.map(
      (row) =>
        row && (
          <div key={row[0]}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

/** A page of its own until what it needs has been read. */
export const Waiting = <T,>({ title, of }: { title: string; of: Loaded<T> }) => (
  <Page title={title}>
    <Show of={of}>{() => null}</Show>
  </Page>
);

/** The rows that were read, or what is said when there is none. */
export const List = <T,>(props: {
  of: Loaded<T[]>;
  empty: string;
  rows?: number;
  children: (row: T) => ComponentChildren;
}) => (
  <Show of={props.of} rows={props.rows ?? 1}>
    {(list) => (list.length === 0 ? <p class="soft none">{props.empty}</p> : list.map(props.children))}
  </Show>
);

/** Whom a parcel goes to. */
export const Receiver = ({ who, where }: { who: string; where: string }) => (
  <section>
    <b>{who}</b>
    <p class="soft">{where}</p>
  </section>
);
