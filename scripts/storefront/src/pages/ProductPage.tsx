import { useState } from "preact/hooks";
import { Refusal } from "../parts/forms";
import { Empty, List, Page, Picture, Price, Stepper, Waiting } from "../parts/pieces";
import { moment, say } from "../language";
import { go, Link } from "../router";
import { countCart, shop, type Posted } from "../shop";
import { useAct, useLoad } from "../useLoad";

type Detail = Posted<"/app-api/product/spu/getSpuDetail">;

export function ProductPage({ id }: { id: number }) {
  const spu = useLoad(`spu ${id}`, () => shop().post("/app-api/product/spu/getSpuDetail", { id }));
  if (spu.data) return <Product spu={spu.data} />;
  return <Waiting title={say("Product", "商品")} of={spu} />;
}

function Product({ spu }: { spu: Detail }) {
  const first = spu.skus.find(({ stock }) => stock > 0) ?? spu.skus[0];
  const [skuId, setSku] = useState(first?.id);
  const [count, setCount] = useState(1);
  const [added, setAdded] = useState(false);
  const { busy, error, act } = useAct();
  const sku = spu.skus.find((one) => one.id === skuId);
  if (!sku) return <Empty text={say("This product has no variant.", "该商品没有规格。")} />;
  const isSoldOut = sku.stock === 0;
  const add = () =>
    act(async () => {
      await shop().post("/app-api/trade/cart/add", { skuId: sku.id, count });
      setAdded(true);
      await countCart();
    });
  const footer = (
    <>
      {added ? (
        <Link class="second" to="/cart" text={say("In the cart ›", "已加入，去购物车 ›")} />
      ) : (
        <button type="button" class="second" disabled={busy || isSoldOut} onClick={() => void add()}>
          {say("Add to cart", "加入购物车")}
        </button>
      )}
      <button
        type="button"
        class="first"
        disabled={isSoldOut}
        onClick={() => go(`/checkout?sku=${sku.id}&count=${count}`)}
      >
        {isSoldOut ? say("Sold out", "已售罄") : say("Buy now", "立即购买")}
      </button>
    </>
  );
  return (
    <Page title={spu.name} footer={footer}>
      <div class="hero">
        <Picture src={sku.picUrl || spu.picUrl} alt={spu.name} />
      </div>
      <section>
        <p class="line">
          <Price fen={sku.price} was={sku.marketPrice} large />
          <small class="soft">{say("{n} sold", "已售 {n}", { n: spu.salesCount })}</small>
        </p>
        <h2>{spu.name}</h2>
        <p class="soft">{spu.introduction}</p>
        <Refusal error={error} />
      </section>
      <section>
        {spu.skus.length > 1 && (
          <div class="options" role="radiogroup" aria-label={say("Variant", "规格")}>
            {spu.skus.map((one) => (
              <label key={one.id} class={one.stock === 0 ? "gone" : ""}>
                <input
                  type="radio"
                  name="sku"
                  checked={one.id === sku.id}
                  disabled={one.stock === 0}
                  onChange={() => (setSku(one.id), setCount(1), setAdded(false))}
                />
                <span>{one.properties.map(({ valueName }) => valueName).join(", ")}</span>
              </label>
            ))}
          </div>
        )}
        <p class="line">
          <span>
            {say("Pieces", "数量")} <small class="soft">{say("{n} in stock", "库存 {n}", { n: sku.stock })}</small>
          </span>
          <Stepper
            count={count}
            most={Math.min(99, sku.stock)}
            onChange={(next) => (setCount(next), setAdded(false))}
            what={say("Pieces", "数量")}
          />
        </p>
      </section>
      <Reviews spuId={spu.id} />
    </Page>
  );
}

function Reviews({ spuId }: { spuId: number }) {
  const reviews = useLoad(`reviews ${spuId}`, async () => {
    const first = { spuId, pageNo: 1, pageSize: 5 };
    return (await shop().post("/app-api/product/comment/getCommentPage", first)).list;
  });
  return (
    <section>
      <h2>{say("Reviews", "评价")}</h2>
      <List of={reviews} empty={say("Nobody has reviewed it yet.", "还没有评价。")}>
        {(one) => (
          <article key={one.id} class="review">
            <p class="line">
              <b>{one.userNickname}</b>
              <span role="img" class="stars" aria-label={say("{n} of 5", "{n} 星", { n: one.scores })}>
                {"★".repeat(one.scores)}
              </span>
            </p>
            <p>{one.content}</p>
            <small class="soft">{moment(one.createTime)}</small>
          </article>
        )}
      </List>
    </section>
  );
}
