import { Alert, Button, Drawer, Flex, Input, Select, Skeleton, Table, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { put } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { FigureInput } from "../../parts/fields/NumberInput";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import type { Sku } from "./variants";

const bundle = {
  title: ["Stock of {{name}}", "{{name}} 的库存"],
  variant: ["Variant", "规格"],
  only: ["Single variant", "默认规格"],
  stock: ["Available", "可售"],
  reserved: ["Reserved by unpaid orders", "未付款占用"],
  sold: ["Sold", "已售"],
  change: ["Adjustment", "调整"],
  add: ["Add", "增加"],
  take: ["Subtract", "减少"],
  set: ["Set to", "设为"],
  how: ["Adjustment type: {{name}}", "调整方式：{{name}}"],
  count: ["Quantity: {{name}}", "数量：{{name}}"],
  reason: ["Reason", "原因"],
  reasonOf: ["Reason: {{name}}", "原因：{{name}}"],
  apply: ["Apply", "确定"],
  applyTo: ["Apply: {{name}}", "确定：{{name}}"],
  done: ["Stock updated", "库存已更新"],
  movements: ["Stock movements", "库存流水"],
} as const;

/** The available stock of each variant, which can be increased, reduced or set. */
export function StockDrawer({ spu, onClose }: { spu: { id: number; name: string }; onClose: () => void }) {
  const words = useTexts(bundle);
  const may = useMay();
  const detail = useRead("/admin-api/product/spu/get-detail", { id: spu.id });
  const nameOf = (sku: Sku) =>
    sku.properties
      .filter(({ propertyId }) => propertyId !== 0)
      .map(({ valueName }) => valueName)
      .join(" / ") || words("only");
  const figure = (title: string, of: (sku: Sku) => number) => ({
    title,
    key: title,
    align: "right" as const,
    render: (_: unknown, sku: Sku) => <span className="numbers">{of(sku).toLocaleString()}</span>,
  });
  return (
    <Drawer
      open
      onClose={onClose}
      title={words("title", { name: spu.name })}
      size={860}
      extra={
        may("product:stock-movement:query") && <Link to={`/stock-movements?spuId=${spu.id}`}>{words("movements")}</Link>
      }
    >
      {detail.error && <Alert type="error" showIcon title={detail.error.message} />}
      {detail.isPending && <Skeleton active />}
      {detail.data?.id === spu.id && (
        <Table<Sku>
          rowKey="id"
          size="middle"
          pagination={false}
          scroll={{ x: "max-content" }}
          dataSource={detail.data.skus}
          columns={[
            {
              title: words("variant"),
              render: (_, sku) => <Typography.Text strong>{nameOf(sku)}</Typography.Text>,
            },
            figure(words("stock"), ({ stock }) => stock),
            figure(words("reserved"), ({ reserved }) => reserved),
            figure(words("sold"), ({ sold }) => sold),
            { title: words("change"), render: (_, sku) => <StockChange skuId={sku.id} name={nameOf(sku)} /> },
          ]}
        />
      )}
    </Drawer>
  );
}

type How = "add" | "take" | "set";

function StockChange({ skuId, name }: { skuId: number; name: string }) {
  const words = useTexts(bundle);
  const [how, setHow] = useState<How>("add");
  const [count, setCount] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const act = useAct(
    async (units: number) => {
      await put("/admin-api/product/sku/update-stock", {
        skuId,
        reason: reason.trim(),
        ...(how === "set" ? { stock: units } : { change: how === "add" ? units : -units }),
      });
      setCount(null);
      setReason("");
    },
    ["/admin-api/product/spu/", "/admin-api/product/stock-movement/"],
    words("done"),
  );
  const usable = count !== null && !Number.isNaN(count) && (how === "set" || count > 0) && reason.trim() !== "";
  const apply = () => {
    if (usable && !act.isPending) act.mutate(count);
  };
  return (
    <Flex gap={8}>
      <Select<How>
        aria-label={words("how", { name })}
        value={how}
        onChange={setHow}
        style={{ width: 100 }}
        options={(["add", "take", "set"] as const).map((value) => ({ value, label: words(value) }))}
      />
      <FigureInput
        aria-label={words("count", { name })}
        min={0}
        decimals={0}
        value={count}
        onChange={setCount}
        onPressEnter={apply}
        style={{ width: 96 }}
      />
      <Input
        aria-label={words("reasonOf", { name })}
        placeholder={words("reason")}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        onPressEnter={apply}
        style={{ width: 160 }}
      />
      <Button
        aria-label={words("applyTo", { name })}
        type="primary"
        disabled={!usable}
        loading={act.isPending}
        onClick={apply}
      >
        {words("apply")}
      </Button>
    </Flex>
  );
}
