import { useState } from "preact/hooks";
import { Field, Form } from "../parts/forms";
import { Page } from "../parts/pieces";
import { say } from "../language";
import { go } from "../router";
import { shop } from "../shop";

export function ReviewPage({ orderId, itemId }: { orderId: number; itemId: number }) {
  const [stars, setStars] = useState(5);
  return (
    <Page title={say("Review", "评价商品")}>
      <Form
        fields={["content"]}
        submit={say("Send", "发布")}
        send={async (valueOf) => {
          await shop().post("/app-api/trade/order/item/createOrderItemComment", {
            anonymous: true,
            orderItemId: itemId,
            descriptionScores: stars,
            benefitScores: stars,
            content: valueOf("content"),
          });
          go(`/order/${orderId}`, true);
        }}
      >
        <fieldset class="rate">
          <legend>{say("Stars", "评分")}</legend>
          {[1, 2, 3, 4, 5].map((one) => (
            <label key={one} class={one <= stars ? "on" : ""}>
              <input type="radio" name="stars" checked={one === stars} onChange={() => setStars(one)} />
              <span aria-hidden="true">★</span>
              <span class="hidden">{say("{n} of 5", "{n} 星", { n: one })}</span>
            </label>
          ))}
        </fieldset>
        <Field name="content" label={say("What was it like?", "使用感受")}>
          {(given) => <textarea {...given} rows={4} />}
        </Field>
      </Form>
    </Page>
  );
}
