import { Refusal } from "../parts/forms";
import { Facts, Page, Price, Show, yuan } from "../parts/pieces";
import { say } from "../language";
import { go } from "../router";
import { shop } from "../shop";
import { useAct, useLoad } from "../useLoad";

/** A member's bargain: what it has come down to, and who helped. */
export function BargainPage({ id }: { id: number }) {
  const record = useLoad(`bargain ${id}`, () => shop().get("/app-api/promotion/bargain-record/get", { id }), 3_000);
  const { busy, error, act } = useAct();
  const help = () =>
    void act(() => shop().post("/app-api/promotion/bargain-help/create", { recordId: id }).then(record.again));
  const data = record.data;
  const footer = data && (
    <>
      <button type="button" class="second" disabled={busy} onClick={help}>
        {say("Help cut", "帮砍一刀")}
      </button>
      <button type="button" class="first" onClick={() => go(`/checkout?sku=${data.skuId}&bargain=${id}`)}>
        {say("Buy for {sum}", "{sum} 购买", { sum: yuan(data.bargainPrice) })}
      </button>
    </>
  );
  return (
    <Page title={say("Bargain", "砍价")} footer={footer}>
      <Refusal error={error} />
      <Show of={record}>
        {({ bargainPrice, bargainFirstPrice, bargainMinPrice, helps }) => (
          <section>
            <Price fen={bargainPrice} was={bargainFirstPrice} large />
            <progress
              max={bargainFirstPrice - bargainMinPrice}
              value={bargainFirstPrice - bargainPrice}
              aria-label={say("Cut so far", "已砍金额")}
            />
            <p class="soft">{say("down to {sum} at least", "最低可至 {sum}", { sum: yuan(bargainMinPrice) })}</p>
            {helps.length === 0 && <p class="soft">{say("Nobody has helped yet.", "还没有好友帮砍。")}</p>}
            <Facts rows={helps.map(({ nickname, reducePrice }) => [nickname, `−${yuan(reducePrice)}`])} />
          </section>
        )}
      </Show>
    </Page>
  );
}
