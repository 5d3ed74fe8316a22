import { Refusal } from "../parts/forms";
import { Empty, Goods, Page, Price, Show, Stepper, yuan } from "../parts/pieces";
import { say } from "../language";
import { go, Link } from "../router";
import { countCart, shop } from "../shop";
import { useAct, useLoad } from "../useLoad";

export function CartPage() {
  const cart = useLoad("cart", () => shop().get("/app-api/trade/cart/list"));
  const { busy, error, act } = useAct();
  const change = (work: () => Promise<unknown>) =>
    void act(async () => {
      await work();
      await countCart();
      cart.again();
    });
  const rows = cart.data?.validList ?? [];
  const chosen = rows.filter(({ selected }) => selected);
  const total = chosen.reduce((sum, { sku, count }) => sum + sku.price * count, 0);
  const footer = rows.length > 0 && (
    <>
      <span class="total">
        <small>{say("{n} chosen", "已选 {n} 件", { n: chosen.length })}</small>
        <b>{yuan(total)}</b>
      </span>
      <button type="button" class="first" disabled={busy || chosen.length === 0} onClick={() => go("/checkout")}>
        {say("Check out", "去结算")}
      </button>
    </>
  );
  return (
    <Page title={say("Cart", "购物车")} footer={footer}>
      <Refusal error={error} />
      <Show of={cart}>
        {({ validList, invalidList }) =>
          validList.length + invalidList.length === 0 ? (
            <Empty to="/" link={say("Look around", "去逛逛")} text={say("The cart is empty.", "购物车是空的。")} />
          ) : (
            <ul class="rows">
              {[...validList, ...invalidList].map(({ id, count, selected, spu, sku }) => {
                const isGone = invalidList.some((row) => row.id === id);
                return (
                  <li key={id} class={isGone ? "gone" : ""}>
                    {isGone ? (
                      <b class="tag">{say("Gone", "失效")}</b>
                    ) : (
                      <input
                        type="checkbox"
                        checked={selected}
                        aria-label={spu.name}
                        onChange={() =>
                          change(() =>
                            shop().post("/app-api/trade/cart/update-selected", { ids: [id], selected: !selected }),
                          )
                        }
                      />
                    )}
                    <Goods
                      picUrl={sku.picUrl || spu.picUrl}
                      name={<Link to={`/product/${spu.id}`}>{spu.name}</Link>}
                      properties={sku.properties}
                    >
                      <p class="line">
                        <Price fen={sku.price} />
                        {!isGone && (
                          <Stepper
                            count={count}
                            most={Math.min(99, sku.stock)}
                            what={say("Pieces", "数量")}
                            onChange={(next) =>
                              change(() => shop().post("/app-api/trade/cart/update-count", { id, count: next }))
                            }
                          />
                        )}
                      </p>
                      <button
                        type="button"
                        class="text"
                        onClick={() => change(() => shop().post("/app-api/trade/cart/delete", { ids: [id] }))}
                      >
                        {say("Remove", "删除")}
                      </button>
                    </Goods>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Show>
    </Page>
  );
}
