import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Image, Space, Switch, Tag } from "antd";
import { useState } from "react";
import { del, post, put, type BodyOf, type DataOf } from "../../client/client";
import { useAct } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import type { Field } from "../../parts/fields/fields";
import { Money } from "../../parts/shown/figures";
import { FormDrawer } from "../../parts/acts/FormDrawer";
import { FigureInput } from "../../parts/fields/NumberInput";
import { ReadTable } from "../../parts/lists/ReadTable";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";
import { SpuSelect } from "./SpuSelect";

const bundle = {
  title: ["Products in this live stream", "直播商品"],
  add: ["Add product", "添加商品"],
  product: ["Product", "商品"],
  price: ["Price", "价格"],
  stock: ["Stock", "库存"],
  sort: ["Sort order", "排序"],
  shelf: ["Listed", "上架"],
  explaining: ["Being presented", "讲解中"],
  startExplain: ["Start presenting", "开始讲解"],
  stopExplain: ["Stop presenting", "停止讲解"],
  actions: ["Actions", "操作"],
  remove: ["Remove", "移除"],
  removeQuestion: ["Remove this product from the live stream?", "确定从直播中移除该商品？"],
  saved: ["Saved", "已保存"],
} as const;
const LIST = "/admin-api/product/spu/getLiveSpuList";
const base = "/admin-api/cloudlive/live-spu/";
const fields: Field[] = [
  { name: "spuId", label: bundle.product, kind: "custom", control: <SpuSelect />, needed: true },
  {
    name: "sort",
    label: bundle.sort,
    kind: "number",
    min: 0,
    initial: 0,
    hint: ["Lower numbers appear first", "数字小的排在前面"],
  },
];
type Mounted = DataOf<typeof LIST, "post">[number];

/** The products mounted in a live: which are on its shelf, which is explained, and their order. */
export function LiveShelf({ liveId }: { liveId: number }) {
  const words = useTexts(bundle);
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const mayRead = may("cloudlive:live-spu:query");
  const mayChange = may("cloudlive:live-spu:update");
  const list = useQuery({
    queryKey: [LIST, { liveId }],
    queryFn: () => post(LIST, { liveId }),
    refetchInterval: 10_000,
    enabled: mayRead,
  });
  const act = useAct((send: () => Promise<unknown>) => send(), [LIST], words("saved"));
  const add = useAct(
    async (sent: Record<string, unknown>) => {
      await post(`${base}create`, { ...sent, liveId } as BodyOf<"/admin-api/cloudlive/live-spu/create", "post">);
      setAdding(false);
    },
    [LIST],
    words("saved"),
  );
  if (!mayRead) return null;
  const mount = ({ liveProductBaseInfoRespApiVO }: Mounted) => liveProductBaseInfoRespApiVO;
  return (
    <Card
      title={words("title")}
      extra={
        may("cloudlive:live-spu:create") && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {words("add")}
          </Button>
        )
      }
    >
      <ReadTable
        read={list}
        rowKey={(row) => mount(row).id}
        size="middle"
        pagination={false}
        dataSource={list.data ?? []}
        scroll={{ x: "max-content" }}
        columns={[
          {
            title: words("product"),
            render: (_, row) => (
              <Flex gap={8} align="center">
                <Image src={row.picUrl} width={40} height={40} alt={row.name} />
                {row.name}
                {mount(row).explainStatus === 1 && <Tag color="success">{words("explaining")}</Tag>}
              </Flex>
            ),
          },
          { title: words("price"), render: (_, row) => <Money fen={row.price} /> },
          { title: words("stock"), dataIndex: "stock" },
          {
            title: words("sort"),
            render: (_, row) =>
              mayChange ? (
                <Place
                  key={mount(row).sort}
                  label={`${words("sort")}: ${row.name}`}
                  place={mount(row).sort}
                  onMoved={(sort) => act.mutate(() => put(`${base}update-sort`, { id: mount(row).id, sort }))}
                />
              ) : (
                mount(row).sort
              ),
          },
          {
            title: words("shelf"),
            render: (_, row) => (
              <Switch
                aria-label={`${words("shelf")}: ${row.name}`}
                checked={mount(row).status === 1}
                disabled={!mayChange || act.isPending}
                onChange={(on) =>
                  act.mutate(() => put(`${base}update-status`, { id: mount(row).id, status: on ? 1 : 0 }))
                }
              />
            ),
          },
          {
            title: words("actions"),
            render: (_, row) => (
              <Space>
                {mayChange && mount(row).status === 1 && (
                  <Button
                    size="small"
                    disabled={act.isPending}
                    onClick={() =>
                      act.mutate(() =>
                        put(`${base}update-explain-status`, {
                          id: mount(row).id,
                          explainStatus: mount(row).explainStatus === 1 ? 0 : 1,
                        }),
                      )
                    }
                  >
                    {words(mount(row).explainStatus === 1 ? "stopExplain" : "startExplain")}
                  </Button>
                )}
                {may("cloudlive:live-spu:delete") && (
                  <ConfirmButton
                    danger
                    question={words("removeQuestion")}
                    onConfirm={() => act.mutate(() => del(`${base}delete`, { id: mount(row).id }))}
                  >
                    {words("remove")}
                  </ConfirmButton>
                )}
              </Space>
            ),
          },
        ]}
      />
      <FormDrawer
        title={words("add")}
        open={adding}
        fields={fields}
        busy={add.isPending}
        onSave={(sent) => add.mutate(sent)}
        onClose={() => setAdding(false)}
      />
    </Card>
  );
}

/** A product's position; sent when the field loses focus. */
function Place({ label, place, onMoved }: { label: string; place: number; onMoved: (place: number) => void }) {
  const [typed, setTyped] = useState<number | null>(place);
  return (
    <FigureInput
      aria-label={label}
      min={0}
      max={1_000_000}
      decimals={0}
      value={typed}
      onChange={setTyped}
      onBlur={() => {
        if (typed !== null && !Number.isNaN(typed) && typed !== place) onMoved(typed);
      }}
      style={{ width: 90 }}
    />
  );
}
