import { Refusal } from "../parts/forms";
import { Page, Show, yuan } from "../parts/pieces";
import { say } from "../language";
import { go, Link } from "../router";
import { shop, signOut } from "../shop";
import { useAct, useLoad } from "../useLoad";

export function MePage() {
  const me = useLoad("me", async () => {
    const [user, wallet, days] = await Promise.all([
      shop().get("/app-api/member/user/get"),
      shop().get("/app-api/pay/wallet/get"),
      shop().get("/app-api/member/sign-in/record/summary"),
    ]);
    return { user, wallet, days };
  });
  const { busy, error, act } = useAct();
  const checkIn = () => act(() => shop().post("/app-api/member/sign-in/record/create").then(me.again));
  const links: [to: string, title: string][] = [
    ["/orders", say("Orders", "我的订单")],
    ["/coupons", say("Coupons", "优惠券")],
    ["/messages", say("Messages", "消息")],
    ["/address", say("A new address", "新增收货地址")],
    ["/lives", say("Live", "直播")],
  ];
  return (
    <Page title={say("Me", "我的")}>
      <Show of={me}>
        {({ user, wallet, days }) => (
          <>
            <section>
              <h2>{user.nickname}</h2>
              <p class="soft">
                {user.mobile} {user.level?.name}
              </p>
              <div class="counts">
                {[
                  [user.point, say("points", "积分")],
                  [yuan(wallet.balance), say("wallet", "钱包")],
                  [days.continuousDay, say("days in a row", "连续签到天数")],
                ].map(([figure, title]) => (
                  <span key={title}>
                    <b>{figure}</b>
                    {title}
                  </span>
                ))}
              </div>
              <button type="button" class="plain" disabled={busy || days.todaySignIn} onClick={() => void checkIn()}>
                {days.todaySignIn ? say("Checked in today", "今日已签到") : say("Check in for points", "签到领积分")}
              </button>
              <Refusal error={error} />
            </section>
            <section class="links">
              {links.map(([to, title]) => (
                <Link key={to} to={to}>
                  {title} <span aria-hidden="true">›</span>
                </Link>
              ))}
            </section>
          </>
        )}
      </Show>
      <button type="button" class="plain wide" onClick={() => void act(async () => (await signOut(), go("/")))}>
        {say("Sign out", "退出登录")}
      </button>
    </Page>
  );
}
