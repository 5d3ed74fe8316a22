import { Place } from "#shared/domains/promotion/promotion.codes.js";
import { EnabledStatus, UserType } from "#shared/kernel/kernel.codes.js";
import type { OperatorClient } from "../shopClient.js";
import type { Shop, Shopper } from "../shopper.js";
import { expect, step, until, yuan } from "../walk.js";

interface Banner {
  id: number;
  title: string;
}
interface Product {
  name: string;
  orderPayPrice: number;
}
interface ScheduledJob {
  name: string;
  lastOutcome: string | null;
  lastEndTime: number | null;
}

/** The smallest valid picture. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const COUNTING = "statistics.countShopDays";

/** A banner with its own picture, the day's orders as a file, its figures, and the service's own status. */
export async function runTheOffice({ client }: Shopper, { operator }: Shop): Promise<void> {
  const picUrl = await step("a picture, straight to object storage", () => upload(operator));
  const title = `Demo ${Date.now()}`;
  const id = await step("a banner with it: members see it at once", async () => {
    const made = await operator.post<number>("/admin-api/promotion/banner/create", {
      title,
      url: "/pages/index",
      picUrl,
      position: Place.rewards,
      sort: 0,
      status: EnabledStatus.enabled,
    });
    expect((await bannersOf(operator)).includes(title), "nobody sees the banner");
    return made;
  });
  await step("and no more, once it is deleted", async () => {
    await operator.delete(`/admin-api/promotion/banner/delete?id=${id}`);
    expect(!(await bannersOf(operator)).includes(title), "the banner is still there");
  });
  await step(
    "the orders of all members as a file for a spreadsheet",
    () => file(operator, "/admin-api/trade/order/export"),
    (lines) => `${lines.length - 1} orders`,
  );
  await step("the day is counted now, not at the next tick", async () => {
    const begun = Date.now();
    await operator.post("/admin-api/infra/job/trigger", { name: COUNTING });
    await until("the count", async () => {
      const { list } = await operator.get<{ list: ScheduledJob[] }>(`/admin-api/infra/job/page?name=${COUNTING}`);
      return list.find(({ lastOutcome, lastEndTime }) => lastOutcome === "done" && (lastEndTime ?? 0) > begun);
    });
  });
  await step(
    "what sold best today",
    async () => {
      const today = `times=${Date.now()}&times=${Date.now()}`;
      const { list } = await operator.get<{ list: Product[] }>(`/admin-api/statistics/product/rank-page?${today}`);
      return list;
    },
    ([first]) => (first ? `${first.name}: ${yuan(first.orderPayPrice)}` : "nothing yet"),
  );
  await step(
    "a member's bad request is found in the access log",
    async () => {
      await client.refused(400, "POST", "/app-api/trade/order/page", { pageNo: 0 });
      return until("the row", async () => {
        const { list } = await operator.get<{ list: { requestUrl: string; resultMsg: string }[] }>(
          `/admin-api/infra/api-access-log/page?userType=${UserType.member}&status=400&requestUrl=/app-api/trade/order/page`,
        );
        return list[0];
      });
    },
    ({ requestUrl, resultMsg }) => `${requestUrl}: ${resultMsg}`,
  );
}

async function upload(operator: OperatorClient): Promise<string> {
  const allowed = await operator.get<{ id: number; uploadUrl: string; headers: Record<string, string>; url: string }>(
    `/admin-api/infra/file/presigned-url?name=demo.png&path=demo&size=${PICTURE.length}`,
  );
  const sent = await fetch(allowed.uploadUrl, {
    method: "PUT",
    headers: { "content-type": allowed.headers["content-type"] ?? "" },
    body: new Uint8Array(PICTURE),
  });
  expect(sent.status === 200, `object storage answered ${sent.status}`);
  await operator.post("/admin-api/infra/file/create", { id: allowed.id });
  const seen = await fetch(allowed.url);
  expect(seen.status === 200 && seen.headers.get("content-type") === "image/png", "nobody sees the picture");
  return allowed.url;
}

const bannersOf = async (operator: OperatorClient): Promise<string[]> =>
  (await operator.get<Banner[]>(`/app-api/promotion/banner/list?position=${Place.rewards}`)).map(
    (banner) => banner.title,
  );

async function file(operator: OperatorClient, path: string): Promise<string[]> {
  const answer = await fetch(operator.baseUrl + path, { headers: { authorization: `Bearer ${operator.token}` } });
  expect(answer.status === 200, `${path} answered ${answer.status}`);
  return (await answer.text()).trimEnd().split("\r\n");
}
