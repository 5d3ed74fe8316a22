import { useState } from "preact/hooks";
import { Empty, Picture, Price, Page, Show } from "../parts/pieces";
import { say } from "../language";
import { go, Link } from "../router";
import { shop, type Posted } from "../shop";
import { useLoad } from "../useLoad";

type Spu = Posted<"/app-api/product/spu/page">["list"][number];
const ROWS = 20;

export function ProductCard({ spu }: { spu: Spu }) {
  return (
    <Link class="card" to={`/product/${spu.id}`}>
      <span class="frame">
        <Picture src={spu.picUrl} />
        {spu.stock === 0 && <b class="soldout">{say("Sold out", "已售罄")}</b>}
      </span>
      <span class="name">{spu.name}</span>
      <span class="line">
        <Price fen={spu.price} was={spu.marketPrice} />
        <small class="soft">{say("{n} sold", "已售 {n}", { n: spu.salesCount })}</small>
      </span>
    </Link>
  );
}

function SearchBar({ keyword = "" }: { keyword?: string }) {
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const q = String(new FormData(event.currentTarget).get("q") ?? "").trim();
        go(q ? `/search?q=${encodeURIComponent(q)}` : "/");
      }}
    >
      <input
        type="search"
        name="q"
        defaultValue={keyword}
        maxLength={50}
        aria-label={say("Search products", "搜索商品")}
        placeholder={say("Tea, cups, headphones …", "茶叶、杯子、耳机……")}
      />
      <button type="submit">{say("Search", "搜索")}</button>
    </form>
  );
}

/** The grid of products: of a keyword, of a category, or best sellers first. */
export function HomePage({ query }: { query: URLSearchParams }) {
  const keyword = query.get("q") ?? "";
  const category = Number(query.get("category")) || undefined;
  const [pages, setPages] = useState(1);
  const spus = useLoad(`spus ${keyword} ${category} ${pages}`, () =>
    shop().post("/app-api/product/spu/page", {
      pageNo: 1,
      pageSize: Math.min(100, pages * ROWS),
      sortField: "salesCount",
      sortAsc: false,
      ...(keyword ? { keyword } : {}),
      ...(category ? { categoryIds: [category] } : {}),
    }),
  );
  const isHome = !keyword && !category;
  return (
    <Page bar={<SearchBar keyword={keyword} key={keyword} />}>
      <h1 class="hidden">{keyword || say("Shop", "商城")}</h1>
      {!keyword && <Categories chosen={category} />}
      {isHome && <Doors />}
      <Show of={spus} rows={6}>
        {({ list, total }) =>
          list.length === 0 ? (
            <Empty
              to="/"
              link={say("See everything", "看看全部商品")}
              text={say("Nothing here is called “{q}”.", "没有找到“{q}”。", { q: keyword })}
            />
          ) : (
            <>
              <div class="grid">
                {list.map((spu) => (
                  <ProductCard key={spu.id} spu={spu} />
                ))}
              </div>
              <button
                type="button"
                class="plain wide"
                hidden={list.length >= total}
                onClick={() => setPages(pages + 1)}
              >
                {say("More", "更多")}
              </button>
            </>
          )
        }
      </Show>
    </Page>
  );
}

function Doors() {
  const doors: [to: string, title: string, note: string][] = [
    ["/offers", say("Flash sale and groups", "秒杀与拼团"), say("Half price, today", "今日半价")],
    ["/coupons", say("Coupons", "领券中心"), say("Take them first", "先领券再下单")],
    ["/lives", say("Live", "直播"), say("From the teahouse", "茶馆直播中")],
  ];
  return (
    <nav class="doors" aria-label={say("Highlights", "推荐")}>
      {doors.map(([to, title, note]) => (
        <Link key={to} to={to}>
          <b>{title}</b>
          <small>{note}</small>
        </Link>
      ))}
    </nav>
  );
}

function Categories({ chosen }: { chosen: number | undefined }) {
  const { data } = useLoad("categories", () =>
    shop().post("/app-api/product/category/getParentCategoryList", { isParent: false }),
  );
  const all = (data ?? []).flatMap((top) => top.subCategoryRespList ?? [top]);
  return (
    <nav class="chips" aria-label={say("Categories", "分类")}>
      <Link to="/" aria-current={chosen === undefined ? "true" : undefined}>
        {say("All", "全部")}
      </Link>
      {all.map(({ id, name }) => (
        <Link key={id} to={`/search?category=${id}`} aria-current={chosen === id ? "true" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
