import { useMemo, useRef, useState } from "preact/hooks";
import { Refusal } from "../parts/forms";
import { Empty, Facts, Failed, Goods, Page, Price, Receiver, Show, Waiting, yuan } from "../parts/pieces";
import { say } from "../language";
import { OrderType } from "../shop.states";
import { go, Link, path } from "../router";
import { countCart, memberId, shop, watchOrder, type Posted } from "../shop";
import { useAct, useLoad } from "../useLoad";
import { readBasket, type Basket } from "./basket";

type Settlement = Posted<"/app-api/trade/order/settlement">;

export function CheckoutPage({ query }: { query: URLSearchParams }) {
  const read = useLoad(`basket ${query.toString()}`, async () => {
    const reading = shop().post("/app-api/member/address/get-default", { userId: memberId() });
    return { basket: await readBasket(query), addressId: (await reading)?.id };
  });
  if (read.data) return <Checkout {...read.data} />;
  return <Waiting title={say("Check out", "确认订单")} of={read} />;
}

function Checkout({ basket, addressId }: { basket: Basket; addressId: number | undefined }) {
  /** 0: none; undefined: the best one that fits. */
  const [couponId, setCoupon] = useState<number>();
  const [points, setPoints] = useState(false);
  const { busy, error, act } = useAct();
  const options = (coupon: number | undefined) => ({
    ...basket,
    pointStatus: points || basket.type === OrderType.points,
    ...(addressId === undefined ? {} : { addressId }),
    ...(coupon ? { couponId: coupon } : {}),
  });
  const choice = `settle ${JSON.stringify(basket)} ${addressId} ${couponId} ${points}`;
  // Kept with what is chosen: a double tap is one order.
  const key = useMemo(() => crypto.randomUUID(), [choice]);
  const settlement = useLoad(choice, async () => {
    const bare = await shop().post("/app-api/trade/order/settlement", options(couponId));
    const best = couponId === undefined ? bare.coupons.find(({ match }) => match) : undefined;
    if (!best) return { ...bare, couponId };
    const with_ = await shop().post("/app-api/trade/order/settlement", options(best.id));
    return { ...with_, couponId: best.id as number | undefined };
  });
  // While another choice is being settled, the last one stays in sight.
  const last = useRef(settlement.data);
  last.current = settlement.data ?? last.current;
  const shown = last.current;
  const order = () =>
    act(async () => {
      const body = options(settlement.data?.couponId);
      const placed = await shop().post("/app-api/trade/order/create", body, { idempotencyKey: key });
      watchOrder(placed.id);
      await countCart();
      go(placed.payOrderId === null ? `/order/${placed.id}` : `/pay/${placed.id}`, true);
    });
  const pay = settlement.data?.price.payPrice;
  const footer = (
    <>
      <span class="total">
        <small>{say("To pay", "应付")}</small>
        <b>{pay === undefined ? "…" : yuan(pay)}</b>
      </span>
      <button
        type="button"
        class="first"
        disabled={busy || pay === undefined || addressId === undefined}
        onClick={() => void order()}
      >
        {say("Place the order", "提交订单")}
      </button>
    </>
  );
  if (basket.items.length === 0)
    return (
      <Page title={say("Check out", "确认订单")}>
        <Empty to="/cart" link={say("To the cart", "去购物车")} text={say("Nothing is chosen.", "没有选择商品。")} />
      </Page>
    );
  return (
    <Page title={say("Check out", "确认订单")} footer={footer}>
      {addressId === undefined && (
        <section>
          <Link
            class="plain"
            to={`/address?to=${encodeURIComponent(path.get())}`}
            text={say("Add an address first", "请先添加收货地址")}
          />
        </section>
      )}
      {settlement.error && <Failed error={settlement.error} again={settlement.again} />}
      {shown ? (
        <>
          <Parts settled={shown} />
          {basket.type === OrderType.normal && (
            <section>
              <div class="field">
                <label for="coupon">{say("Coupon", "优惠券")}</label>
                <select
                  id="coupon"
                  value={shown.couponId ?? 0}
                  onChange={(event) => setCoupon(Number(event.currentTarget.value))}
                >
                  <option value={0}>{say("None", "不使用")}</option>
                  {shown.coupons.map((one) => (
                    <option key={one.id} value={one.id} disabled={!one.match}>
                      {one.match ? one.name : `${one.name} · ${one.mismatchReason ?? ""}`}
                    </option>
                  ))}
                </select>
              </div>
              <label class="line">
                <span>
                  {say("Pay with points", "使用积分抵扣")}{" "}
                  <small class="soft">{say("you have {n}", "可用 {n}", { n: shown.totalPoint })}</small>
                </span>
                <input type="checkbox" checked={points} onChange={() => setPoints(!points)} />
              </label>
            </section>
          )}
          <Sums settled={shown} />
        </>
      ) : (
        !settlement.error && <Show of={settlement}>{() => null}</Show>
      )}
      <Refusal error={error} />
    </Page>
  );
}

function Parts({ settled: { address, items } }: { settled: Settlement }) {
  return (
    <>
      {address && (
        <Receiver who={`${address.name} ${address.mobile}`} where={`${address.areaName} ${address.detailAddress}`} />
      )}
      <section>
        <ul class="rows">
          {items.map((item) => (
            <li key={item.skuId}>
              <Goods picUrl={item.picUrl} name={item.spuName} properties={item.properties}>
                <p class="line">
                  <Price fen={item.price} />
                  <span>× {item.count}</span>
                </p>
              </Goods>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Sums({ settled: { price, usePoint } }: { settled: Settlement }) {
  const less = (title: string, fen: number) => fen > 0 && ([title, `−${yuan(fen)}`] as const);
  return (
    <section>
      <Facts
        rows={[
          [say("Goods", "商品金额"), yuan(price.totalPrice)],
          less(say("Offers", "活动优惠"), price.discountPrice),
          less(say("Level", "会员折扣"), price.vipPrice),
          less(say("Coupon", "优惠券"), price.couponPrice),
          less(say("Points ({n})", "积分抵扣（{n}）", { n: usePoint }), price.pointPrice),
          [say("Delivery", "运费"), yuan(price.deliveryPrice)],
        ]}
      />
    </section>
  );
}
