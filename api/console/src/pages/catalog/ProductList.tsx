import { PlusOutlined } from "@ant-design/icons";
import { Button, Flex, Image, Space, Tabs, Tag, Typography } from "antd";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { del, put, type RowOf } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { ConfirmButton } from "../../parts/acts/ConfirmButton";
import { Money, Moment, State } from "../../parts/shown/figures";
import { countText } from "../../parts/lists/countText";
import type { Filter } from "../../parts/lists/filters";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { useCategories, useCategoryOptions } from "./categories";
import { shelfStates, spuTabs } from "./spu.states";
import { StockDrawer } from "./StockDrawer";

const bundle = {
  title: ["Products", "商品"],
  create: ["New product", "新建商品"],
  name: ["Name", "名称"],
  id: ["ID (any status)", "商品编号（不限状态）"],
  product: ["Product", "商品"],
  category: ["Category", "分类"],
  closed: ["Category disabled, not sold", "分类已停用，不可售"],
  brand: ["Brand", "品牌"],
  price: ["Price", "售价"],
  stock: ["Stock", "库存"],
  sales: ["Sold", "销量"],
  status: ["Status", "状态"],
  createTime: ["Created", "创建时间"],
  actions: ["Actions", "操作"],
  edit: ["Edit", "编辑"],
  changeStock: ["Stock", "改库存"],
  putOn: ["Publish", "上架"],
  takeOff: ["Unpublish", "下架"],
  recycle: ["Move to bin", "回收"],
  recycleQuestion: ["Unpublish {{name}} and move it to the recycle bin?", "确定将「{{name}}」下架并移入回收站？"],
  restore: ["Restore", "恢复"],
  remove: ["Delete", "删除"],
  removeQuestion: ["Delete {{name}} permanently?", "确定彻底删除「{{name}}」？"],
  hot: ["Best seller", "热销"],
  new: ["New", "新品"],
  virtual: ["Virtual", "虚拟"],
  prescription: ["Prescription", "处方"],
  done: ["Done", "操作成功"],
} as const;

const PATH = "/admin-api/product/spu/page";
type Spu = RowOf<typeof PATH>;
type Shelf = -1 | 0 | 1;

export function ProductList() {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const may = useMay();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const tab = Number(search.get("tabType") ?? 0);
  const counts = useRead("/admin-api/product/spu/get-count");
  const brands = useRead("/admin-api/product/brand/list", undefined, { enabled: may("product:brand:query") });
  const { nameOf, isClosed } = useCategories();
  const categories = useCategoryOptions();
  const [stockOf, setStockOf] = useState<Spu>();
  const shelve = useAct(
    ({ id, to }: { id: number; from: Shelf; to: Shelf }) =>
      put("/admin-api/product/spu/update-status", { id, status: to }),
    ["/admin-api/product/spu/"],
    words("done"),
    ({ id, from }) =>
      () =>
        put("/admin-api/product/spu/update-status", { id, status: from }),
  );
  const remove = useAct(
    (id: number) => del("/admin-api/product/spu/delete", { id }),
    ["/admin-api/product/spu/"],
    words("done"),
  );
  const same = (text: string) => [text, text] as const;
  const filters: Filter[] = [
    { name: "name", label: bundle.name, kind: "text" },
    { name: "id", label: bundle.id, kind: "number" },
    {
      name: "categoryId",
      label: bundle.category,
      kind: "select",
      options: categories.map(({ value, label }) => ({ value: String(value), label: same(label) })),
    },
    {
      name: "brandId",
      label: bundle.brand,
      kind: "select",
      options: (brands.data ?? []).map(({ id, name }) => ({ value: String(id), label: same(name) })),
    },
    { name: "createTime", label: bundle.createTime, kind: "time" },
  ];
  const actions = (spu: Spu) => (
    <Space>
      <Button size="small" onClick={() => void navigate(`/products/${spu.id}`)}>
        {words("edit")}
      </Button>
      {may("product:spu:update") && (
        <>
          {spu.status !== -1 && (
            <Button size="small" onClick={() => setStockOf(spu)}>
              {words("changeStock")}
            </Button>
          )}
          <Button
            size="small"
            disabled={shelve.isPending}
            onClick={() => shelve.mutate({ id: spu.id, from: spu.status as Shelf, to: spu.status === 0 ? 1 : 0 })}
          >
            {words(spu.status === 1 ? "takeOff" : spu.status === 0 ? "putOn" : "restore")}
          </Button>
          {spu.status !== -1 && (
            <ConfirmButton
              danger
              question={words("recycleQuestion", { name: spu.name })}
              onConfirm={() => shelve.mutate({ id: spu.id, from: spu.status as Shelf, to: -1 })}
            >
              {words("recycle")}
            </ConfirmButton>
          )}
        </>
      )}
      {spu.status === -1 && may("product:spu:delete") && (
        <ConfirmButton
          danger
          question={words("removeQuestion", { name: spu.name })}
          onConfirm={() => remove.mutate(spu.id)}
        >
          {words("remove")}
        </ConfirmButton>
      )}
    </Space>
  );
  return (
    <>
      <PageHead title={words("title")}>
        {may("product:spu:create") && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate("/products/new")}>
            {words("create")}
          </Button>
        )}
      </PageHead>
      <Tabs
        activeKey={String(tab)}
        onChange={(key) => setSearch(key === "0" ? {} : { tabType: key })}
        items={spuTabs.map(({ tab: key, name }) => ({
          key: String(key),
          label: (
            <>
              {of(name)} <span className="numbers">({counts.data ? countText(counts.data[key]) : "…"})</span>
            </>
          ),
        }))}
      />
      <PageTable
        key={tab}
        path={PATH}
        // The tab is in the address beside these; a search by id covers all tabs.
        prefix="p."
        fixed={search.has("p.id") ? {} : { tabType: tab }}
        filters={filters}
        exports={{
          path: "/admin-api/product/spu/export",
          permission: "product:spu:export",
          name: "products.csv",
        }}
        columns={[
          {
            title: words("product"),
            render: (_, spu) => (
              <Flex gap={10} align="center" style={{ minWidth: 220, maxWidth: 340 }}>
                <Image
                  src={spu.picUrl}
                  width={44}
                  height={44}
                  alt={spu.name}
                  style={{ objectFit: "cover", borderRadius: 4, flexShrink: 0 }}
                />
                <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
                  <Link to={`/products/${spu.id}`}>{spu.name}</Link>
                  <Typography.Text style={{ display: "block" }}>
                    <Typography.Text type="secondary" className="numbers" style={{ marginInlineEnd: 8, fontSize: 12 }}>
                      ID {spu.id}
                    </Typography.Text>
                    {spu.isHot && <Tag color="error">{words("hot")}</Tag>}
                    {spu.isNew && <Tag color="success">{words("new")}</Tag>}
                    {spu.isVirtual && <Tag>{words("virtual")}</Tag>}
                    {spu.needPrescription && <Tag color="warning">{words("prescription")}</Tag>}
                  </Typography.Text>
                </span>
              </Flex>
            ),
          },
          { title: words("price"), align: "right", render: (_, spu) => <Money fen={spu.price} /> },
          {
            title: words("stock"),
            align: "right",
            render: (_, spu) => (
              <Typography.Text className="numbers" {...(spu.stock <= 10 ? { type: "danger" as const } : {})}>
                {spu.stock.toLocaleString()}
              </Typography.Text>
            ),
          },
          {
            title: words("sales"),
            align: "right",
            render: (_, spu) => <span className="numbers">{spu.salesCount.toLocaleString()}</span>,
          },
          { title: words("status"), weight: 80, render: (_, spu) => <State of={shelfStates} value={spu.status} /> },
          {
            title: words("category"),
            render: (_, spu) => (
              <Flex vertical align="start" gap={4}>
                <span title={nameOf(spu.categoryId)}>{nameOf(spu.categoryId).split(" / ").at(-1)}</span>
                {isClosed(spu.categoryId) && <Tag color="warning">{words("closed")}</Tag>}
              </Flex>
            ),
          },
          { title: words("createTime"), render: (_, spu) => <Moment ms={spu.createTime} /> },
          { title: words("actions"), key: "actions", fixed: "right", render: (_, spu) => actions(spu) },
        ]}
      />
      {stockOf && <StockDrawer spu={stockOf} onClose={() => setStockOf(undefined)} />}
    </>
  );
}
