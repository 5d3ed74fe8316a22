import { put, type DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { sexes } from "./member.states";
import { SendCoupons } from "./SendCoupons";

const bundle = {
  change: ["Edit profile", "编辑资料"],
  nickname: ["Nickname", "昵称"],
  mobile: ["Mobile", "手机号"],
  sex: ["Gender", "性别"],
  avatar: ["Avatar", "头像"],
  setPassword: ["Set password", "设置密码"],
  password: ["New password (4 to 16 characters)", "新密码（4 至 16 位）"],
  passwordQuestion: ["The member is signed out everywhere. Continue?", "该会员将在所有设备上退出登录，确定吗？"],
  setLevel: ["Set level", "调整等级"],
  level: ["Level", "等级"],
  levelHint: [
    "Experience is set to what the level requires. Blank: no level, experience 0.",
    "经验值将变为该等级所需的值；不选则取消等级，经验值清零。",
  ],
  levelQuestion: ["Change this member's level?", "确定调整该会员的等级？"],
  reason: ["Reason", "原因"],
  changePoints: ["Adjust points", "调整积分"],
  point: ["Points (negative to deduct)", "积分变动（负数为扣减）"],
  pointNow: ["The member has {{point}} points.", "该会员现有 {{point}} 积分。"],
  pointQuestion: [
    "{{change}} points: from {{before}} to {{after}}. Continue?",
    "积分 {{change}}：由 {{before}} 变为 {{after}}，确定吗？",
  ],
  notZero: ["Must not be 0", "不能为 0"],
  close: ["Close account", "关闭账号"],
  closeQuestion: [
    "Close the account of {{name}}? The member is signed out everywhere immediately.",
    "确定关闭「{{name}}」的账号？该会员将立即在所有设备上退出登录。",
  ],
  reopen: ["Reopen account", "重新启用账号"],
  reopenQuestion: ["Allow {{name}} to sign in again?", "确定允许「{{name}}」重新登录？"],
  saved: ["Saved", "已保存"],
} as const;

type Member = DataOf<"/admin-api/member/user/get">;
const NOUN = "/admin-api/member/user/";
const changes = ["/admin-api/member/"];
const fields: Field[] = [
  { name: "nickname", label: bundle.nickname, kind: "text", needed: true },
  { name: "mobile", label: bundle.mobile, kind: "text" },
  { name: "sex", label: bundle.sex, kind: "state", states: sexes },
  { name: "avatar", label: bundle.avatar, kind: "picture" },
];
const pointFields: Field[] = [
  {
    name: "point",
    label: bundle.point,
    kind: "number",
    needed: true,
    check: (value) => (value === 0 ? bundle.notZero : undefined),
  },
  { name: "reason", label: bundle.reason, kind: "text" },
];

/** The operator's actions on a member. */
export function MemberActions({ member }: { member: Member }) {
  const words = useTexts(bundle);
  const may = useMay();
  const levels = useRead("/admin-api/member/level/list", undefined, { enabled: may("member:level:query") });
  const { id, nickname: name, point } = member;
  const open = member.status === 0;
  return (
    <>
      {may("member:user:update") && (
        <ActDialog<object>
          label={words("change")}
          fields={fields}
          row={member}
          act={(body) => put(`${NOUN}update`, { avatar: "", ...body, id })}
          changes={changes}
          done={words("saved")}
        />
      )}
      {may("member:user:update-password") && (
        <ActDialog<{ password: string }>
          label={words("setPassword")}
          fields={[{ name: "password", label: bundle.password, kind: "text", needed: true }]}
          question={() => words("passwordQuestion")}
          act={(body) => put(`${NOUN}update-password`, { ...body, id })}
          changes={changes}
          done={words("saved")}
        />
      )}
      {may("member:user:update-level") && (
        <ActDialog<{ levelId?: number; reason: string }>
          label={words("setLevel")}
          fields={[
            {
              name: "levelId",
              label: bundle.level,
              kind: "select",
              hint: bundle.levelHint,
              options: (levels.data ?? []).map((level) => ({ value: level.id, label: level.name })),
            },
            { name: "reason", label: bundle.reason, kind: "text", needed: true },
          ]}
          row={{ levelId: member.levelId }}
          question={() => words("levelQuestion")}
          act={(body) => put(`${NOUN}update-level`, { ...body, id })}
          changes={changes}
          done={words("saved")}
        />
      )}
      {may("member:user:update-point") && (
        <ActDialog<{ point: number; reason?: string }>
          label={words("changePoints")}
          fields={pointFields}
          intro={() => <p>{words("pointNow", { point: point.toLocaleString() })}</p>}
          question={(body) =>
            words("pointQuestion", {
              change: `${body.point > 0 ? "+" : ""}${body.point}`,
              before: point.toLocaleString(),
              after: (point + body.point).toLocaleString(),
            })
          }
          act={(body) => put(`${NOUN}update-point`, { ...body, id })}
          changes={changes}
          done={words("saved")}
        />
      )}
      {may("promotion:coupon:send") && <SendCoupons userIds={[id]} />}
      {may("member:user:update") && (
        <ActButton
          size="middle"
          danger={open}
          question={words(open ? "closeQuestion" : "reopenQuestion", { name })}
          act={() => put(`${NOUN}update`, { id, status: open ? 1 : 0 })}
          changes={changes}
          done={words("saved")}
        >
          {words(open ? "close" : "reopen")}
        </ActButton>
      )}
    </>
  );
}
