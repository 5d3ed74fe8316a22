import { Card, Tag } from "antd";
import { useRead } from "../../client/queries";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useTexts } from "../../texts/texts";

const bundle = {
  name: ["Recipient", "收货人"],
  mobile: ["Mobile", "手机号"],
  area: ["Area", "所在地区"],
  detail: ["Address", "详细地址"],
  default: ["Default", "默认"],
  none: ["No addresses", "暂无收货地址"],
} as const;

/** A member's delivery addresses. */
export function Addresses({ userId }: { userId: number }) {
  const words = useTexts(bundle);
  const read = useRead("/admin-api/member/address/list", { userId });
  return (
    <Card>
      <ReadTable
        read={read}
        rowKey="id"
        size="middle"
        pagination={false}
        scroll={{ x: "max-content" }}
        none={words("none")}
        dataSource={read.data ?? []}
        columns={[
          {
            title: words("name"),
            render: (_, row) => (
              <>
                {row.name} {row.defaultStatus && <Tag color="processing">{words("default")}</Tag>}
              </>
            ),
          },
          { title: words("mobile"), render: (_, row) => <span className="numbers">{row.mobile}</span> },
          { title: words("area"), dataIndex: "areaName" },
          { title: words("detail"), dataIndex: "detailAddress" },
        ]}
      />
    </Card>
  );
}
