import { Alert, Skeleton } from "antd";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { post, put } from "../../client/client";
import { useAct, useRead } from "../../client/queries";
import { versionIn } from "../../client/versions";
import { State } from "../../parts/shown/figures";
import { PageHead } from "../../parts/PageHead";
import { useTexts } from "../../texts/texts";
import { ProductForm, type SpuBody } from "./ProductForm";
import { shelfStates } from "./spu.states";

const bundle = {
  products: ["Products", "商品"],
  create: ["New product", "新建商品"],
  change: ["Product {{id}}", "商品 {{id}}"],
  saved: ["Saved", "已保存"],
} as const;

/** An existing product, or a new one. */
export function ProductEditor({ id }: { id?: number }) {
  const words = useTexts(bundle);
  const navigate = useNavigate();
  const spu = useRead("/admin-api/product/spu/get-detail", { id: id ?? 0 }, { enabled: id !== undefined });
  // What was opened, not what is read again in the background.
  const opened = useRef<{ id: number; version: object }>(undefined);
  if (spu.data && id !== undefined && opened.current?.id !== id) opened.current = { id, version: versionIn(spu.data) };
  const save = useAct(
    async (body: SpuBody) => {
      if (id === undefined) await post("/admin-api/product/spu/create", body as never);
      else await put("/admin-api/product/spu/update", { ...body, ...opened.current?.version, id });
      void navigate("/products");
    },
    ["/admin-api/product/spu/"],
    words("saved"),
  );
  return (
    <>
      <PageHead
        title={id === undefined ? words("create") : (spu.data?.name ?? words("change", { id }))}
        back={{ to: "/products", label: words("products") }}
        beside={spu.data && <State of={shelfStates} value={spu.data.status} />}
      />
      {spu.error && <Alert type="error" showIcon title={spu.error.message} />}
      {id !== undefined && !spu.data && !spu.error && <Skeleton active />}
      {(id === undefined || spu.data) && (
        <ProductForm
          {...(spu.data ? { spu: spu.data } : {})}
          busy={save.isPending}
          onSave={(body) => save.mutate(body)}
        />
      )}
    </>
  );
}
