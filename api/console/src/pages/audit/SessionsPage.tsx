import { Button, Card, Empty, Form, Segmented } from "antd";
import { useSearchParams } from "react-router";
import { del } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ruleOf } from "../../parts/fields/fields";
import { NumberInput } from "../../parts/fields/NumberInput";
import { numberFault, type Typed } from "../../parts/fields/numbers";
import { idOf } from "../../parts/lists/OfId";
import { PageHead } from "../../parts/PageHead";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { SessionTable } from "./SessionTable";

const bundle = {
  title: ["Sessions", "登录会话"],
  whose: ["User type", "用户类型"],
  member: ["Member", "会员"],
  operator: ["Operator", "操作员"],
  id: ["User ID", "用户 ID"],
  show: ["Search", "查询"],
  choose: ["Enter a user ID", "请输入用户 ID 查询"],
  ended: ["Signed out", "已退出"],
} as const;

const ids = { min: 1, decimals: 0 };

/** The devices on which a member or an operator is signed in. */
export default function SessionsPage() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const whose = search.get("whose") === "operator" ? "operator" : "member";
  const userId = idOf(search.get("userId")) ?? 0;
  const path = whose === "member" ? "/admin-api/system/session/list" : "/admin-api/system/user/session/list";
  const read = useRead(path, { userId }, { enabled: userId > 0 });
  const end = useAct(
    (id: number) =>
      whose === "member"
        ? del("/admin-api/system/session/delete", { id })
        : del("/admin-api/system/user/session/delete", { id }),
    [path],
    words("ended"),
  );
  return (
    <>
      <PageHead title={words("title")} />
      <Card>
        <Form
          layout="inline"
          role="search"
          initialValues={{ whose, userId: userId || undefined }}
          onFinish={(values: { whose: string; userId?: number }) =>
            setSearch({ whose: values.whose, ...(values.userId ? { userId: String(values.userId) } : {}) })
          }
          style={{ rowGap: 12, marginBottom: 16 }}
        >
          <Form.Item name="whose" label={words("whose")}>
            <Segmented
              options={[
                { value: "member", label: words("member") },
                { value: "operator", label: words("operator") },
              ]}
            />
          </Form.Item>
          <Form.Item
            name="userId"
            label={words("id")}
            rules={[ruleOf((value) => numberFault(ids, value as Typed), of)]}
          >
            <NumberInput {...ids} style={{ width: 150 }} />
          </Form.Item>
          <Button type="primary" htmlType="submit">
            {words("show")}
          </Button>
        </Form>
        <SessionTable
          read={read}
          mayEnd={may("system:session:delete")}
          ending={end.isPending ? end.variables : undefined}
          onEnd={(id) => end.mutate(id)}
        />
        {userId === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words("choose")} />}
      </Card>
    </>
  );
}
