import { Alert, Button, Card, Col, Flex, Form, Radio, Row } from "antd";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { BodyOf, DataOf } from "../../client/client";
import { useRead } from "../../client/queries";
import { FieldItem, toForm, toWire, withEmptied, type Field } from "../../parts/fields/fields";
import { useUnsaved } from "../../parts/fields/unsaved";
import { useMay } from "../../shell/operator";
import { useLanguage, useTexts } from "../../texts/texts";
import { PropertyChooser } from "./PropertyChooser";
import { spuFields } from "./spu.fields";
import { VariantTable } from "./VariantTable";
import {
  choicesOf,
  fieldsOfSku,
  keyOfSku,
  MOST_VARIANTS,
  ONLY,
  skuBody,
  variantsOf,
  type VariantFields,
} from "./variants";

const bundle = {
  basic: ["Basic information", "基本信息"],
  variants: ["Variants, prices and stock", "规格、价格与库存"],
  delivery: ["Delivery", "配送"],
  sale: ["Sales settings", "销售设置"],
  texts: ["Description", "商品详情"],
  spec: ["Variants", "规格类型"],
  single: ["Single variant", "单规格"],
  several: ["Multiple variants", "多规格"],
  noVariant: ["Choose a property and at least one value.", "请至少选择一个规格并填写规格值。"],
  tooMany: ["{{count}} variants: the maximum is {{most}}.", "共 {{count}} 个规格组合，最多 {{most}} 个。"],
  leftOut: ["{{count}} variants excluded.", "已去掉 {{count}} 个规格组合。"],
  leftOut_one: ["{{count}} variant excluded.", "已去掉 {{count}} 个规格组合。"],
  restore: ["Restore all", "全部恢复"],
  gone: [
    "{{count}} existing variants will be deleted on save: {{names}}",
    "保存后将删除 {{count}} 个现有规格：{{names}}",
  ],
  gone_one: ["An existing variant will be deleted on save: {{names}}", "保存后将删除一个现有规格：{{names}}"],
  faults: ["Please check these fields:", "请检查以下内容："],
  save: ["Save product", "保存商品"],
  cancel: ["Cancel", "取消"],
} as const;

export type SpuBody = Omit<BodyOf<"/admin-api/product/spu/update", "put">, "id">;
type Spu = DataOf<"/admin-api/product/spu/get-detail">;

interface Props {
  spu?: Spu;
  busy: boolean;
  onSave: (body: SpuBody) => void;
}

/** A product with its variants, saved in one request. */
export function ProductForm({ spu: read, busy, onSave }: Props) {
  const words = useTexts(bundle);
  const navigate = useNavigate();
  const may = useMay();
  const { of } = useLanguage();
  // The product as opened: a reload meanwhile must not undo the input.
  const [spu] = useState(read);
  const skus = useMemo(() => new Map((spu?.skus ?? []).map((sku) => [keyOfSku(sku), sku])), [spu]);
  const [form] = Form.useForm<Record<string, unknown>>();
  const unsaved = useUnsaved(busy);
  const [several, setSeveral] = useState(spu?.specType ?? false);
  const [choices, setChoices] = useState(() => choicesOf(spu?.skus ?? []));
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(() => {
    const present = new Set(skus.keys());
    return new Set(spu?.specType ? variantsOf(choices).flatMap(({ key }) => (present.has(key) ? [] : [key])) : []);
  });
  const [faults, setFaults] = useState<string[]>([]);

  const brands = useRead("/admin-api/product/brand/list", undefined, { enabled: may("product:brand:query") });
  const templates = useRead(
    "/admin-api/trade/delivery/express-template/page",
    { pageSize: 100 },
    { enabled: may("trade:delivery-express-template:query") },
  );
  const asOptions = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const groups = spuFields(asOptions(brands.data ?? []), asOptions(templates.data?.list ?? []));
  const fields: Field[] = [...groups.basic, ...groups.delivery, ...groups.sale, ...groups.texts];

  const all = variantsOf(choices);
  const variants = several ? all.filter(({ key }) => !leftOut.has(key)) : [ONLY];
  const dropped = all.filter(({ key }) => leftOut.has(key)).length;
  const remaining = new Set(variants.map(({ key }) => key));
  const gone = [...skus].filter(([key]) => !remaining.has(key)).map(([, sku]) => sku);
  const variantFault =
    variants.length === 0
      ? words("noVariant")
      : variants.length > MOST_VARIANTS
        ? words("tooMany", { count: variants.length, most: MOST_VARIANTS })
        : undefined;

  const save = () => {
    setFaults(variantFault ? [variantFault] : []);
    if (variantFault) return;
    const values = form.getFieldsValue(true) as Record<string, unknown>;
    const entered = (values.variants ?? {}) as Record<string, VariantFields>;
    const sent = toWire(fields, values);
    const body = spu
      ? withEmptied(fields, sent, {
          description: "",
          deliveryTemplateId: null,
          sort: 0,
          giveIntegral: 0,
          virtualSalesCount: 0,
        })
      : sent;
    onSave({
      ...body,
      specType: several,
      skus: variants.map((variant) => skuBody(variant, entered[variant.key] ?? {}, skus.get(variant.key))),
    } as SpuBody);
  };
  const initial = {
    ...(spu ? toForm(fields, spu) : {}),
    variants: Object.fromEntries([...skus].map(([key, sku]) => [key, fieldsOfSku(sku)])),
  };
  const half = (group: readonly Field[], span = 12) => (
    <Row gutter={24}>
      {group.map((field) => (
        <Col key={field.name} xs={24} lg={field.kind === "switch" ? 6 : span}>
          <FieldItem field={field} />
        </Col>
      ))}
    </Row>
  );
  return (
    <Form
      form={form}
      name="product"
      layout="vertical"
      initialValues={initial}
      scrollToFirstError={{ block: "center", focus: true }}
      onValuesChange={unsaved.changed}
      onFinish={save}
      onFinishFailed={({ errorFields }) =>
        setFaults(
          errorFields.flatMap(({ name, errors }) => {
            const field = fields.find((one) => one.name === name[0]);
            return field ? [of(field.label)] : errors;
          }),
        )
      }
    >
      <Flex vertical gap={16}>
        <Card title={words("basic")}>{half(groups.basic)}</Card>
        <Card title={words("variants")}>
          <Flex vertical gap={16}>
            <Radio.Group
              aria-label={words("spec")}
              value={several}
              onChange={({ target }) => {
                unsaved.changed();
                setSeveral(target.value as boolean);
              }}
              options={[
                { value: false, label: words("single") },
                { value: true, label: words("several") },
              ]}
            />
            {several && (
              <PropertyChooser
                choices={choices}
                onChange={(chosen) => {
                  unsaved.changed();
                  setChoices(chosen);
                }}
              />
            )}
            {several && dropped > 0 && (
              <Alert
                type="info"
                title={words("leftOut", { count: dropped })}
                action={
                  <Button size="small" onClick={() => setLeftOut(new Set())}>
                    {words("restore")}
                  </Button>
                }
              />
            )}
            {variantFault && several && <Alert type="info" showIcon title={variantFault} />}
            {variants.length > 0 && variants.length <= MOST_VARIANTS && (
              <VariantTable
                form={form}
                variants={variants}
                heldOf={(key) => skus.get(key)}
                onRemove={(key) => {
                  unsaved.changed();
                  setLeftOut(new Set([...leftOut, key]));
                }}
              />
            )}
            {gone.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={words("gone", {
                  count: gone.length,
                  names: gone.map((sku) => sku.properties.map(({ valueName }) => valueName).join(" / ")).join(", "),
                })}
              />
            )}
          </Flex>
        </Card>
        <Card title={words("delivery")}>{half(groups.delivery)}</Card>
        <Card title={words("sale")}>{half(groups.sale, 6)}</Card>
        <Card title={words("texts")}>
          {half(groups.texts.slice(0, 1), 24)}
          {half(groups.texts.slice(1), 8)}
        </Card>
        <div style={{ position: "sticky", bottom: 0, zIndex: 5 }}>
          <Card size="small">
            {faults.length > 0 && (
              <Alert
                type="error"
                showIcon
                role="alert"
                title={`${words("faults")} ${[...new Set(faults)].slice(0, 6).join(" · ")}`}
                style={{ marginBottom: 12 }}
              />
            )}
            <Flex gap={8} justify="end">
              <Button onClick={() => void navigate("/products")}>{words("cancel")}</Button>
              <Button type="primary" htmlType="submit" loading={busy}>
                {words("save")}
              </Button>
            </Flex>
          </Card>
        </div>
      </Flex>
    </Form>
  );
}
