import { Refusal } from "../parts/forms";
import { List, Page, yuan } from "../parts/pieces";
import { moment, say } from "../language";
import { CouponDiscount, CouponStatus } from "../shop.states";
import { shop } from "../shop";
import { useAct, useLoad } from "../useLoad";

interface Terms {
  name: string;
  usePrice: number;
  discountType: number;
  discountPercent: number | null;
  discountPrice: number | null;
}

function Face({ name, usePrice, discountType, discountPercent, discountPrice }: Terms) {
  const off =
    discountType === CouponDiscount.percent
      ? say("{n}% off", "{m} 折", { n: 100 - (discountPercent ?? 100), m: (discountPercent ?? 100) / 10 })
      : yuan(discountPrice ?? 0);
  return (
    <>
      <b class="off">{off}</b>
      <span>
        {name}
        <small class="soft">
          {usePrice > 0 ? say("from {sum}", "满 {sum} 可用", { sum: yuan(usePrice) }) : say("for any sum", "无门槛")}
        </small>
      </span>
    </>
  );
}

export function CouponsPage() {
  const offered = useLoad("templates", () => shop().get("/app-api/promotion/coupon-template/list", { count: 50 }));
  const mine = useLoad("coupons", async () => {
    const unused = { status: CouponStatus.unused, pageNo: 1, pageSize: 50 };
    return (await shop().post("/app-api/promotion/coupon/page", unused)).list;
  });
  const { busy, error, act } = useAct();
  const take = (templateId: number) => () =>
    void act(async () => {
      await shop().post("/app-api/promotion/coupon/take", { templateId });
      offered.again();
      mine.again();
    });
  return (
    <Page title={say("Coupons", "优惠券")}>
      <Refusal error={error} />
      <section>
        <h2>{say("To take", "可领取")}</h2>
        <List of={offered} empty={say("None at the moment.", "暂无可领的优惠券。")}>
          {(one) => (
            <article class="coupon" key={one.id}>
              <Face {...one} />
              <button
                type="button"
                class="first small"
                disabled={busy || !one.canTake}
                onClick={take(one.id)}
                aria-label={`${takeText(one.canTake)} ${one.name}`}
              >
                {takeText(one.canTake)}
              </button>
            </article>
          )}
        </List>
      </section>
      <section>
        <h2>{say("Yours", "我的优惠券")}</h2>
        <List of={mine} empty={say("You have none yet.", "还没有优惠券。")}>
          {(one) => (
            <article class="coupon mine" key={one.id}>
              <Face {...one} />
              <small class="soft">{say("until {day}", "有效至 {day}", { day: moment(one.validEndTime) })}</small>
            </article>
          )}
        </List>
      </section>
    </Page>
  );
}

const takeText = (canTake: boolean): string => (canTake ? say("Take", "领取") : say("Taken", "已领"));
