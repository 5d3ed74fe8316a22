import { useState } from "preact/hooks";
import { Field, Form } from "../parts/forms";
import { Page, Show } from "../parts/pieces";
import { say } from "../language";
import { go } from "../router";
import { memberId, shop, type Got } from "../shop";
import { useLoad } from "../useLoad";

type Area = Got<"/app-api/system/area/tree">[number];

export function AddressPage({ query }: { query: URLSearchParams }) {
  const areas = useLoad("areas", () => shop().get("/app-api/system/area/tree"));
  return (
    <Page title={say("A new address", "新增收货地址")}>
      <Form
        fields={["name", "mobile", "areaId", "detailAddress"]}
        submit={say("Save", "保存")}
        send={async (valueOf) => {
          await shop().post("/app-api/member/address/create", {
            userId: memberId(),
            name: valueOf("name"),
            mobile: valueOf("mobile"),
            areaId: Number(valueOf("areaId")),
            detailAddress: valueOf("detailAddress"),
            defaultStatus: true,
          });
          go(query.get("to") ?? "/me", true);
        }}
      >
        <Field name="name" label={say("Name", "收货人")} input={{ autoComplete: "name" }} />
        <Field name="mobile" label={say("Mobile", "手机号")} input={{ inputMode: "numeric", autoComplete: "tel" }} />
        <Show of={areas} rows={1}>
          {(tree) => (
            <Field name="areaId" label={say("District", "所在地区")}>
              {(given) => <AreaChoice tree={tree} given={given} />}
            </Field>
          )}
        </Show>
        <Field
          name="detailAddress"
          label={say("Street and house", "详细地址")}
          input={{ autoComplete: "street-address" }}
        />
      </Form>
    </Page>
  );
}

/** Province, city, district; the last one counts. */
function AreaChoice({ tree, given }: { tree: Area[]; given: object }) {
  const [[province, city], choose] = useState<[number, number]>([0, 0]);
  const cities = tree[province]?.children ?? [];
  const step = (label: string, list: Area[], value: number, set: (index: number) => void) => (
    <select aria-label={label} value={value} onChange={(event) => set(Number(event.currentTarget.value))}>
      {list.map(({ id, name }, index) => (
        <option key={id} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
  return (
    <span class="three">
      {step(say("Province", "省"), tree, province, (index) => choose([index, 0]))}
      {step(say("City", "市"), cities, city, (index) => choose([province, index]))}
      <select {...given}>
        {cities[city]?.children?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
