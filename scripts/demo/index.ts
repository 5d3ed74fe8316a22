import { bargainDown } from "./promotions/bargainDown.js";
import { buyAndPay } from "./money/buyAndPay.js";
import { buyAsVip } from "./promotions/buyAsVip.js";
import { buyInFlashSale } from "./promotions/buyInFlashSale.js";
import { buyTogether } from "./promotions/buyTogether.js";
import { checkLicense } from "./website/checkLicense.js";
import { compareStatement } from "./money/compareStatement.js";
import { fillWallet, giveBalance } from "./money/fillWallet.js";
import { goLive } from "./media/goLive.js";
import { guardWallet } from "./money/guardWallet.js";
import { invoiceAnOrder } from "./money/invoiceAnOrder.js";
import { keepWebsite } from "./website/keepWebsite.js";
import { waitForExpiry } from "./money/waitForExpiry.js";
import { notifyAgain, seeNextTry } from "./money/notifyAgain.js";
import { payAnyWay, payByWallet } from "./money/payAnyWay.js";
import { payInTwoParts } from "./money/payInTwoParts.js";
import { payTooLate } from "./money/payTooLate.js";
import { raiseAlarm } from "./office/raiseAlarm.js";
import { redeemPoints } from "./promotions/redeemPoints.js";
import { refundInParts } from "./money/refundInParts.js";
import { refundStuck } from "./money/refundStuck.js";
import { returnGoods } from "./money/returnGoods.js";
import { returnPieces } from "./money/returnPieces.js";
import { runChannels } from "./office/runChannels.js";
import { runChat } from "./media/runChat.js";
import { runTheOffice } from "./office/runTheOffice.js";
import { shareWork } from "./office/shareWork.js";
import { showVideo } from "./media/showVideo.js";
import { shipAndReview } from "./shipAndReview.js";
import { isRefusal, MemberClient, OperatorClient, SandboxClient } from "./shopClient.js";
import { has, ifOffered, readProviders } from "./offered.js";
import { mergeAccounts } from "./people/mergeAccounts.js";
import { signInAndAddress } from "./people/signInAndAddress.js";
import { signInByQrCode } from "./people/signInByQrCode.js";
import { plainFriend } from "./people/signInPlainly.js";
import { signInSocially } from "./people/signInSocially.js";
import { stockTheShop } from "./office/stockTheShop.js";
import { tellThirdParty } from "./office/tellThirdParty.js";
import { trackElsewhere } from "./trackElsewhere.js";
import { chapter, step, stepCount, Surprise } from "./walk.js";
import { watchQueues } from "./office/watchQueues.js";
import { watchVisits } from "./website/watchVisits.js";

/** `npm run demo`: walks through the shop's main features as a client. Exit code 1 on any surprise. */
const shopUrl = process.env["PUBLIC_URL"] ?? "http://127.0.0.1:8080";
const sandboxUrl = process.env["SANDBOX_URL"] ?? "http://127.0.0.1:8090";

const startedAt = performance.now();
try {
  await walk(new MemberClient(shopUrl), new OperatorClient(shopUrl), new SandboxClient(sandboxUrl));
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  console.log(`\nAll of it worked: ${stepCount()} steps in ${seconds} s.`);
} catch (error) {
  console.error(
    `\n${error instanceof Surprise || isRefusal(error) ? error.message : String(error instanceof Error ? error.stack : error)}`,
  );
  process.exitCode = 1;
}

async function walk(member: MemberClient, operator: OperatorClient, sandbox: SandboxClient): Promise<void> {
  const shop = { operator, sandbox };
  chapter("Signing in");
  await signInAsOperator(operator);
  await step(
    "what does this shop do without",
    () => readProviders(operator),
    (off) => off.join(", ") || "nothing",
  );
  if (!has("wechatpay") && !has("alipay"))
    throw new Surprise("Without WeChat Pay and Alipay nobody can pay: the demo needs one of them.");
  const who = await signInAndAddress(member, sandbox);
  const shopper = { ...who, client: member };
  const friend =
    (await ifOffered("a person of the social provider", ["social-mini", "social-official", "social-website"], () =>
      signInSocially(shopUrl, shop),
    )) ?? (await plainFriend(shopUrl));
  await ifOffered("two accounts of one person", ["social-mini"], () => mergeAccounts(shopUrl, shop));
  chapter("An order, paid and notified; another one, left to expire");
  await ifOffered("a cart, an order, a code to scan", ["wechatpay"], () => buyAndPay(member, operator, sandbox, who));
  await waitForExpiry(member, operator, who);
  chapter("A product, a wallet, every way to pay");
  const product = await stockTheShop(operator, member);
  const isFilled = await ifOffered("a recharge on the provider's web page", ["alipay"], async () => {
    await fillWallet(member, sandbox, who);
    return true;
  });
  if (!isFilled) await giveBalance(member, operator, who);
  await payAnyWay(member, sandbox, who, product);
  const orderId = await payByWallet(member, who, product);
  await payInTwoParts(shopper, shop, product);
  chapter("Parcel and review");
  await shipAndReview(member, operator, sandbox, orderId, product);
  await ifOffered("a parcel that two providers watch", ["kuaidi100", "kdniao"], () =>
    trackElsewhere(shopper, shop, product),
  );
  chapter("Level, coupon and points; then the money back");
  const bought = await buyAsVip(shopper, shop, product);
  await returnGoods(shopper, shop, bought);
  await returnPieces(shopper, shop, product);
  chapter("Flash sale, group-buy, bargain, points mall");
  await buyInFlashSale(shopper, shop, product);
  await buyTogether(shopper, friend, shop, product);
  await bargainDown(shopper, friend, shop, product);
  await redeemPoints(shopper, shop, product);
  chapter("A merchant who does not answer");
  const notified = await notifyAgain(shopper, shop, product);
  await tellThirdParty(shopper, shop, product);
  chapter("A wallet behind a password, a recharge taken back");
  await guardWallet(shopper, shop, product);
  chapter("Money that goes back: too late, in parts, not at all");
  await payTooLate(shopper, shop, product);
  await refundInParts(shopper, shop, product);
  await refundStuck(shopper, shop, product);
  chapter("An invoice");
  await ifOffered("an electronic invoice", ["invoice"], () => invoiceAnOrder(shopper, friend, shop, product));
  chapter("A live");
  await ifOffered("a room, a live, a stream", ["live"], () => goLive(shopper, shop, product));
  await ifOffered("the chat of a live", ["live", "chat"], () => runChat(shopper, friend, shop));
  chapter("A QR code, a license, visitors");
  await ifOffered("a sign-in by QR code", ["social-website"], () => signInByQrCode(shopUrl, shop));
  await checkLicense(shopper, shop);
  await watchVisits(shopper, shop);
  chapter("A video");
  await ifOffered("a video from a member's phone", ["vod"], () => showVideo(shopper, shop));
  chapter("The website");
  await keepWebsite(shopper, shop);
  chapter("Behind the counter");
  await runChannels(shopper, shop);
  await ifOffered("a statement of the provider", ["wechatpay"], () => compareStatement(shop));
  await seeNextTry(shop, notified);
  await runTheOffice(shopper, shop);
  await shareWork(operator);
  await raiseAlarm(shopper, shop);
  await watchQueues(operator);
  await signOut(member);
}

async function signInAsOperator(operator: OperatorClient): Promise<void> {
  await step("operator signs in", async () => {
    const username = process.env["OPERATOR_USERNAME"];
    const password = process.env["OPERATOR_PASSWORD"];
    const { accessToken } = await operator.post<{ accessToken: string }>("/admin-api/system/auth/login", {
      username,
      password,
    });
    operator.token = accessToken;
  });
}

async function signOut(member: MemberClient): Promise<void> {
  await step("sign out; the token is dead at once", async () => {
    await member.post("/app-api/member/auth/logout");
    await member.refused(401, "GET", "/app-api/member/user/get");
  });
}
