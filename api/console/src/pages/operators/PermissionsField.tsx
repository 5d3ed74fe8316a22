import { Alert, Button, Checkbox, Collapse, Flex, Input, Skeleton, Switch, Tag } from "antd";
import { useState } from "react";
import { useRead } from "../../client/queries";
import { useLanguage, useTexts } from "../../texts/texts";
import { modules } from "./modules";

const bundle = {
  every: ["All permissions, including future ones", "全部权限（含以后新增的）"],
  search: ["Search permissions", "搜索权限"],
  all: ["Select all", "全选"],
  none: ["Select none", "全不选"],
} as const;
const EVERY = "*";

interface Props {
  value?: string[];
  onChange?: (value: string[]) => void;
}

/** A role's permissions by module, each with the endpoints that it grants. */
export function PermissionsField({ value = [], onChange }: Props) {
  const words = useTexts(bundle);
  const { of } = useLanguage();
  const [search, setSearch] = useState("");
  const read = useRead("/admin-api/system/permission/list");
  if (!read.data) return read.error ? <Alert type="error" showIcon title={read.error.message} /> : <Skeleton active />;
  const every = value.includes(EVERY);
  const chosen = new Set(value);
  const wanted = search.trim().toLowerCase();
  const shown = read.data
    .map(({ module, permissions }) => ({
      module,
      permissions: permissions.filter(({ permission, endpoints }) =>
        [permission, ...endpoints.map(({ summary }) => summary)].some((text) => text.toLowerCase().includes(wanted)),
      ),
    }))
    .filter(({ permissions }) => permissions.length > 0);
  const set = (names: readonly string[], on: boolean) => {
    const next = new Set(value);
    for (const name of names)
      if (on) next.add(name);
      else next.delete(name);
    onChange?.([...next].sort());
  };
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} align="center">
        <Switch
          id="permissions-every"
          checked={every}
          onChange={(on) => onChange?.(on ? [EVERY] : [])}
          aria-labelledby="permissions-every-words"
        />
        <span id="permissions-every-words">{words("every")}</span>
      </Flex>
      {!every && (
        <>
          <Input.Search
            allowClear
            aria-label={words("search")}
            placeholder={words("search")}
            onPressEnter={(event) => event.preventDefault()}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Collapse
            size="small"
            {...(wanted ? { activeKey: shown.map(({ module }) => module) } : {})}
            items={shown.map(({ module, permissions }) => {
              const names = permissions.map(({ permission }) => permission);
              const count = names.filter((name) => chosen.has(name)).length;
              return {
                key: module,
                label: of(modules[module] ?? [module, module]),
                extra: <Tag color={count > 0 ? "processing" : "default"}>{`${count} / ${names.length}`}</Tag>,
                children: (
                  <Flex vertical gap={6}>
                    <Flex gap={8}>
                      <Button size="small" onClick={() => set(names, true)}>
                        {words("all")}
                      </Button>
                      <Button size="small" onClick={() => set(names, false)}>
                        {words("none")}
                      </Button>
                    </Flex>
                    {permissions.map(({ permission, endpoints }) => (
                      <Checkbox
                        key={permission}
                        checked={chosen.has(permission)}
                        onChange={(event) => set([permission], event.target.checked)}
                      >
                        <code>{permission}</code>
                        <small style={{ display: "block", opacity: 0.7 }}>
                          {endpoints.map(({ method, path, summary }) => summary || `${method} ${path}`).join("; ")}
                        </small>
                      </Checkbox>
                    ))}
                  </Flex>
                ),
              };
            })}
          />
        </>
      )}
    </Flex>
  );
}
