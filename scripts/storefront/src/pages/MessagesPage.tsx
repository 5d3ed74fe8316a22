import { List, Page } from "../parts/pieces";
import { moment, say } from "../language";
import { Place } from "../shop.states";
import { askSandbox } from "../sandbox";
import { shop } from "../shop";
import { useLoad } from "../useLoad";

interface TextMessage {
  mobile: string;
  text: string;
  sentAt: number;
}

/** What the shop has to say, and what this phone got by SMS: in development the sandbox has it. */
export function MessagesPage() {
  const articles = useLoad("articles", () => shop().get("/app-api/promotion/article/list", { position: Place.home }));
  const texts = useLoad("texts", () => askSandbox<TextMessage[]>("/sandbox/sms"), 3_000);
  return (
    <Page title={say("Messages", "消息")}>
      <section>
        <h2>{say("From the shop", "商城公告")}</h2>
        <List of={articles} empty={say("Nothing new.", "暂无公告。")}>
          {(one) => (
            <article key={one.id} class="review">
              <b>{one.title}</b>
              <p>{one.introduction}</p>
              <small class="soft">{moment(one.createTime)}</small>
            </article>
          )}
        </List>
      </section>
      <section>
        <h2>{say("Text messages", "短信")}</h2>
        <List of={texts} empty={say("No text messages yet.", "还没有短信。")}>
          {({ mobile, text, sentAt }) => (
            <article key={`${mobile} ${sentAt} ${text}`} class="review">
              <p>{text}</p>
              <small class="soft">
                {mobile} · {moment(sentAt)}
              </small>
            </article>
          )}
        </List>
      </section>
    </Page>
  );
}
