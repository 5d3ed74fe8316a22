import { csvExport, named, onlyCount, shopTime } from "#api/http/csv/csvExport.js";
import { eachMember, pageMembers, type MemberSearch } from "#shared/domains/loyalty/index.js";
import { MemberPageQuery } from "./memberAdmin.routes.js";
import { MemberStatus, Sex } from "#shared/domains/member/member.states.js";
import { Terminal } from "#shared/kernel/kernel.codes.js";

interface Query extends MemberSearch {
  createTime?: MemberSearch["joinedBetween"];
  loginDate?: MemberSearch["signedInBetween"];
}
const searchOf = ({ createTime, loginDate, ...same }: Query): MemberSearch => ({
  ...same,
  joinedBetween: createTime,
  signedInBetween: loginDate,
});

const status = named({
  [MemberStatus.enabled]: ["open", "启用"],
  [MemberStatus.closed]: ["closed", "停用"],
  [MemberStatus.merging]: ["being merged", "合并中"],
  [MemberStatus.merged]: ["merged", "已合并"],
});
const sex = named({
  [Sex.unsaid]: ["", ""],
  [Sex.male]: ["male", "男"],
  [Sex.female]: ["female", "女"],
  [Sex.unknown]: ["unknown", "未知"],
});
const terminal = named({
  [Terminal.unknown]: ["unknown", "未知"],
  [Terminal.miniProgram]: ["mini-program", "小程序"],
  [Terminal.officialAccount]: ["official account", "公众号"],
  [Terminal.web]: ["H5", "H5"],
  [Terminal.app]: ["app", "App"],
});

export const memberExport = csvExport({
  path: "/admin-api/member/user",
  noun: "member:user",
  summary: "Exports the members that match the same filters as a CSV file",
  pageQuery: MemberPageQuery,
  count: async (query) => (await pageMembers(searchOf(query), onlyCount)).total,
  rows: (query) => eachMember(searchOf(query)),
  columns: [
    ["Member", "会员编号", ({ member }) => member._id],
    ["Mobile", "手机", ({ member }, sight) => sight.mobile(member.mobile)],
    ["Nickname", "昵称", ({ member }) => member.nickname],
    ["Sex", "性别", ({ member }) => sex(member.sex)],
    ["Status", "状态", ({ member }) => status(member.status)],
    ["Level", "等级", ({ level }) => level?.name ?? ""],
    ["Points", "积分", ({ member }) => member.point],
    ["Experience", "经验", ({ member }) => member.experience],
    ["Joined at", "注册时间", ({ member }) => shopTime(member.createdAt)],
    ["Joined by", "注册终端", ({ member }) => terminal(member.registerTerminal)],
    ["Joined from", "注册IP", ({ member }) => member.registerIp],
    ["Last sign-in", "最近登录", ({ member }) => shopTime(member.loginAt)],
    ["Signed in from", "登录IP", ({ member }) => member.loginIp],
  ],
});
