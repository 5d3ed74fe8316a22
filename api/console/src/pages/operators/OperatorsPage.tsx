import { MoreOutlined } from "@ant-design/icons";
import { App, Button, Dropdown, Flex, Input, Modal, Tag, type MenuProps } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { put, type RowOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { withEmptied, type Field } from "../../parts/fields/fields";
import { enabledStates, Moment, State } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { NounPage } from "../../parts/NounPage";
import { Tags } from "../../parts/shown/Tags";
import { useUnsaved } from "../../parts/fields/unsaved";
import { useMay, useOperator } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { PasswordReset } from "./PasswordReset";

const bundle = {
  title: ["Operators", "操作员"],
  username: ["User name", "用户名"],
  nickname: ["Name", "姓名"],
  roles: ["Roles", "角色"],
  mobile: ["Mobile", "手机号"],
  email: ["Email", "邮箱"],
  status: ["Status", "状态"],
  totp: ["2FA", "两步验证"],
  on: ["On", "已启用"],
  off: ["Off", "未启用"],
  due: ["Must change password", "待修改密码"],
  login: ["Last sign-in", "最近登录"],
  you: ["You", "本人"],
  enable: ["Enable", "启用"],
  disable: ["Disable", "停用"],
  disableQuestion: ["Disable this operator? They are signed out immediately.", "确定停用？该操作员将立即退出登录。"],
  changed: ["Done", "已完成"],
  reset: ["Reset password", "重置密码"],
  resetTotp: ["Turn off 2FA", "关闭两步验证"],
  resetTotpQuestion: [
    "Turn off their 2FA? Only do this if they have lost their device.",
    "确定关闭其两步验证？仅在对方丢失设备时使用。",
  ],
  sessions: ["Sessions", "登录会话"],
  more: ["More", "更多"],
} as const;
const base = "/admin-api/system/user/";
type Operator = RowOf<"/admin-api/system/user/page">;

export default function OperatorsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const { modal } = App.useApp();
  const own = useOperator().user.id;
  const [resetting, setResetting] = useState<Operator>();
  const unsaved = useUnsaved(false);
  const mayRoles = may("system:role:query");
  const roles = useRead("/admin-api/system/role/list", undefined, { enabled: mayRoles }).data ?? [];
  const act = useAct((send: () => Promise<unknown>) => send(), [base], words("changed"));
  const more = (row: Operator): NonNullable<MenuProps["items"]> => [
    ...(may("system:session:query")
      ? [
          {
            key: "sessions",
            label: <Link to={`/audit/sessions?whose=operator&userId=${row.id}`}>{words("sessions")}</Link>,
          },
        ]
      : []),
    ...(may("system:user:update-password") && row.id !== own
      ? [{ key: "password", label: words("reset"), onClick: () => setResetting(row) }]
      : []),
    ...(may("system:user:update") && row.totp && row.id !== own
      ? [{ key: "totp", label: words("resetTotp"), danger: true, onClick: () => askResetTotp(row.id) }]
      : []),
  ];
  const askResetTotp = (id: number) =>
    void modal.confirm({
      title: words("resetTotpQuestion"),
      onOk: () => act.mutateAsync(() => put(`${base}reset-totp`, { id })).catch(() => undefined),
    });
  const fields: Field[] = [
    {
      name: "username",
      label: bundle.username,
      kind: "text",
      needed: true,
      hint: ["4 to 30 letters, digits and _ . @ -", "4–30 位字母、数字或 _ . @ -"],
    },
    { name: "nickname", label: bundle.nickname, kind: "text", needed: true },
    {
      name: "password",
      label: ["Password", "密码"],
      kind: "custom",
      control: <Input.Password autoComplete="new-password" />,
      needed: true,
      only: "create",
      hint: ["At least 8 characters; must be changed at the first sign-in", "至少 8 位；首次登录时须自行修改"],
    },
    {
      name: "roleIds",
      label: bundle.roles,
      kind: "select",
      multiple: true,
      needed: true,
      options: roles.map(({ id, name }) => ({ value: id, label: name })),
    },
    { name: "mobile", label: bundle.mobile, kind: "text" },
    { name: "email", label: bundle.email, kind: "text" },
    { name: "remark", label: ["Note", "备注"], kind: "longText" },
  ];
  const filters: Filter[] = [
    { name: "username", label: bundle.username, kind: "text" },
    { name: "nickname", label: bundle.nickname, kind: "text" },
    { name: "mobile", label: bundle.mobile, kind: "text" },
    { name: "status", label: bundle.status, kind: "state", states: enabledStates },
    {
      name: "roleId",
      label: bundle.roles,
      kind: "select",
      options: roles.map(({ id, name }) => ({ value: String(id), label: [name, name] })),
    },
    { name: "createTime", label: ["Created", "创建时间"], kind: "time" },
  ];
  return (
    <>
      <NounPage
        title={words("title")}
        path={`${base}page`}
        permission="system:user"
        filters={filters}
        fields={fields}
        can={(verb, row) => verb !== "delete" || row.id !== own}
        body={(sent, row) =>
          row
            ? withEmptied(
                fields.filter(({ only }) => only !== "create"),
                sent,
              )
            : sent
        }
        actions={(row) => (
          <>
            {may("system:user:update") && row.id !== own && (
              <ConfirmButton
                danger={row.status === 0}
                question={row.status === 0 ? words("disableQuestion") : undefined}
                onConfirm={() =>
                  act.mutate(() => put(`${base}update-status`, { id: row.id, status: row.status === 0 ? 1 : 0 }))
                }
              >
                {words(row.status === 0 ? "disable" : "enable")}
              </ConfirmButton>
            )}
            <Dropdown trigger={["click"]} disabled={more(row).length === 0} menu={{ items: more(row) }}>
              <Button
                size="small"
                icon={<MoreOutlined aria-hidden />}
                aria-label={`${words("more")}: ${row.username}`}
              />
            </Dropdown>
          </>
        )}
        columns={[
          { title: "ID", dataIndex: "id" },
          {
            title: words("username"),
            render: (_, row) => (
              <>
                {row.username} {row.id === own && <Tag color="processing">{words("you")}</Tag>}
              </>
            ),
          },
          { title: words("nickname"), dataIndex: "nickname" },
          {
            title: words("roles"),
            render: (_, row) => (
              <Tags words={row.roleIds.map((id) => roles.find((role) => role.id === id)?.name ?? `#${id}`)} />
            ),
          },
          { title: words("mobile"), render: (_, row) => row.mobile ?? "–" },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <Flex vertical gap={4} align="start">
                <State of={enabledStates} value={row.status} />
                {row.mustChangePassword && <Tag color="warning">{words("due")}</Tag>}
              </Flex>
            ),
          },
          {
            title: words("totp"),
            render: (_, row) => <Tag color={row.totp ? "success" : "default"}>{words(row.totp ? "on" : "off")}</Tag>,
          },
          {
            title: words("login"),
            render: (_, row) => (
              <>
                <Moment ms={row.loginDate} /> {row.loginIp}
              </>
            ),
          },
        ]}
      />
      <Modal
        title={resetting && `${words("reset")}: ${resetting.username}`}
        open={resetting !== undefined}
        onCancel={() => unsaved.leave(() => setResetting(undefined))}
        footer={null}
        destroyOnHidden
      >
        {resetting && <PasswordReset id={resetting.id} unsaved={unsaved} onDone={() => setResetting(undefined)} />}
      </Modal>
    </>
  );
}
