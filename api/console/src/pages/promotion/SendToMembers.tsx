import { post } from "../../client/client";
import { ActDialog } from "../../parts/acts/ActDialog";
import { MembersPicker } from "../../parts/fields/MembersPicker";
import { useTexts } from "../../texts/texts";

const bundle = {
  send: ["Send to members", "发放"],
  heading: ["Send {{name}} to members", "发放「{{name}}」"],
  members: ["Members", "会员"],
  question: ["Send this coupon to {{count}} members?", "确定向 {{count}} 位会员各发放一张？"],
  question_one: ["Send this coupon to {{count}} member?", "确定向 {{count}} 位会员各发放一张？"],
  sent: ["Coupons sent", "优惠券已发放"],
} as const;

export function SendToMembers({ templateId, name }: { templateId: number; name: string }) {
  const words = useTexts(bundle);
  return (
    <ActDialog<{ userIds: number[] }>
      size="small"
      label={words("send")}
      heading={words("heading", { name })}
      fields={[{ name: "userIds", label: bundle.members, kind: "custom", needed: true, control: <MembersPicker /> }]}
      question={({ userIds }) => words("question", { count: userIds.length })}
      act={({ userIds }) => post("/admin-api/promotion/coupon/send", { templateId, userIds })}
      changes={["/admin-api/promotion/coupon"]}
      done={words("sent")}
    />
  );
}
