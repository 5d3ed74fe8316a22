import { OrderStatus } from "#shared/domains/trade/order/order.states.js";
import type { MemberClient, OperatorClient, SandboxClient } from "./shopClient.js";
import type { Product } from "./office/stockTheShop.js";
import { has, ifOffered } from "./offered.js";
import { expect, step, until } from "./walk.js";

interface Detail {
  status: number;
  commentStatus: boolean;
  logisticsName: string | null;
  items: { id: number }[];
}

/** The operator ships, the express provider pushes tracks, the member receives and reviews with a picture. */
export async function shipAndReview(
  member: MemberClient,
  operator: OperatorClient,
  sandbox: SandboxClient,
  orderId: number,
  product: Product,
): Promise<void> {
  const detail = (): Promise<Detail> => member.get("/app-api/trade/order/getOrderDetail", { id: orderId });
  const logisticsNo = `SF${Date.now()}`;
  await step(
    "the operator finds the order and ships it",
    async () => {
      const page = await operator.get<{ list: { id: number }[] }>(
        `/admin-api/trade/order/page?status=${OrderStatus.toShip}&pageSize=100`,
      );
      expect(
        page.list.some(({ id }) => id === orderId),
        "the order is not among those to ship",
      );
      const [company] = await member.get("/app-api/trade/delivery/express/getDeliveryExpressList");
      expect(company !== undefined, "there is no express company");
      await operator.put("/admin-api/trade/order/delivery", { id: orderId, logisticsId: company.id, logisticsNo });
      return company;
    },
    ({ name }) => `${name} ${logisticsNo}`,
  );
  if (has("kuaidi100") || has("kdniao")) await watchParcel(member, sandbox, orderId, logisticsNo);
  else await ifOffered("the parcel's tracks", ["kuaidi100", "kdniao"], async () => {});
  await step(`the member has received it (status ${OrderStatus.completed})`, async () => {
    await member.post("/app-api/trade/order/receive", { id: orderId });
    expect((await detail()).status === OrderStatus.completed, "the order is not completed");
  });
  const [item] = (await detail()).items;
  expect(item !== undefined, "the order has no item");
  await step(
    "the member reviews it with a picture",
    () =>
      member.post("/app-api/trade/order/item/createOrderItemComment", {
        anonymous: true,
        orderItemId: item.id,
        descriptionScores: 5,
        benefitScores: 4,
        content: "Pours well, feels warm",
        picUrls: [product.picUrl],
      }),
    (id) => `review ${id}`,
  );
  await step(
    "everybody can read it; the name is masked",
    async () => {
      const page = await member.post("/app-api/product/comment/getCommentPage", {
        spuId: product.spuId,
        pageNo: 1,
        pageSize: 10,
      });
      const review = page.list.find(({ content }) => content === "Pours well, feels warm");
      expect(review !== undefined, "the review does not show");
      expect((await detail()).commentStatus, "the order does not count as reviewed");
      return review;
    },
    ({ userNickname, scores }) => `${userNickname}, ${scores} of 5`,
  );
}

async function watchParcel(
  member: MemberClient,
  sandbox: SandboxClient,
  orderId: number,
  logisticsNo: string,
): Promise<void> {
  await step("the parcel is subscribed at the express provider", () =>
    until("the subscription", async () => {
      const parcels = await sandbox.get<{ no: string; subscribed: boolean }[]>("/sandbox/express");
      return parcels.find(({ no, subscribed }) => no === logisticsNo && subscribed);
    }),
  );
  await sandbox.post(`/sandbox/express/${logisticsNo}/tracks`, { content: "Picked up", time: Date.now() - 60_000 });
  await sandbox.post(`/sandbox/express/${logisticsNo}/tracks`, { content: "Delivered to the door", delivered: true });
  await step(
    "the member reads its tracks, newest first",
    () =>
      until("the tracks", async () => {
        const tracks = await member.post("/app-api/trade/order/getOrderExpressTrackList", { id: orderId });
        const list = tracks.expressTrackRespDTOList;
        return list.length === 2 && list[0]?.content === "Delivered to the door" ? list : undefined;
      }),
    (list) => list.map(({ content }) => content).join(" < "),
  );
}
