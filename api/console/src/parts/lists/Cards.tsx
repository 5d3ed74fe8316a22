import { DownOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Checkbox, Flex, Spin, type TableProps } from "antd";
import { useState, type Key } from "react";
import { useTexts } from "../../texts/texts";
import { cellOf, type KeyedColumn } from "./columns";
import { Pairs } from "./Pairs";
import { isAnswered, Lock, NoRows, ReadError, type ReadState } from "./ReadTable";

const bundle = {
  choose: ["Select", "选择"],
  all: ["Select all on this page", "全选本页"],
  open: ["Details", "详情"],
  close: ["Hide details", "收起详情"],
} as const;

interface Props<R> {
  read: ReadState;
  locked: boolean;
  columns: readonly KeyedColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => Key;
  expandable?: TableProps<R>["expandable"];
  rowSelection?: TableProps<R>["rowSelection"];
}

/** The rows of a list where it is too narrow for a table. */
export function Cards<R>({ read, locked, columns, rows, keyOf, expandable, rowSelection }: Props<R>) {
  const words = useTexts(bundle);
  const [opened, setOpened] = useState<ReadonlySet<Key>>(new Set());
  const [first, ...others] = columns;
  const chosen = rowSelection?.selectedRowKeys ?? [];
  const choose = (keys: Key[]) =>
    rowSelection?.onChange?.(
      keys,
      rows.filter((row) => keys.includes(keyOf(row))),
      { type: "multiple" },
    );
  const choosable = rows.filter((row) => !rowSelection?.getCheckboxProps?.(row).disabled).map(keyOf);
  const areAllChosen = choosable.length > 0 && choosable.every((key) => chosen.includes(key));
  return (
    <>
      <ReadError error={read.error} />
      <Lock when={locked}>
        <Spin spinning={read.isLoading || locked}>
          {rowSelection && choosable.length > 0 && (
            <Checkbox
              checked={areAllChosen}
              onChange={() =>
                choose([...chosen.filter((key) => !choosable.includes(key)), ...(areAllChosen ? [] : choosable)])
              }
            >
              {words("all")}
            </Checkbox>
          )}
          {rows.length === 0 && isAnswered(read) && !locked && <NoRows />}
          <ul className="list-cards">
            {rows.map((row, index) => {
              const key = keyOf(row);
              const isOpen = opened.has(key);
              const mayOpen = expandable?.expandedRowRender && (expandable.rowExpandable?.(row) ?? true);
              return (
                <li key={key} className="list-card">
                  <Flex gap={8} align="start">
                    {rowSelection && (
                      <Checkbox
                        aria-label={words("choose")}
                        disabled={rowSelection.getCheckboxProps?.(row).disabled ?? false}
                        checked={chosen.includes(key)}
                        onChange={() =>
                          choose(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key])
                        }
                      />
                    )}
                    {first && <div className="list-card-head">{cellOf(first, row, index)}</div>}
                  </Flex>
                  <Pairs columns={others.filter(({ isActs }) => !isActs)} row={row} index={index} />
                  {isOpen && mayOpen && expandable.expandedRowRender!(row, index, 0, true)}
                  <Flex gap={8} wrap align="center" justify="space-between">
                    {mayOpen ? (
                      <Button
                        size="small"
                        type="text"
                        aria-expanded={isOpen}
                        icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
                        onClick={() => setOpened(toggled(opened, key))}
                      >
                        {words(isOpen ? "close" : "open")}
                      </Button>
                    ) : (
                      <span />
                    )}
                    <span className="list-card-acts">
                      {others
                        .filter(({ isActs }) => isActs)
                        .map((acts) => (
                          <span key={acts.key}>{cellOf(acts, row, index)}</span>
                        ))}
                    </span>
                  </Flex>
                </li>
              );
            })}
          </ul>
        </Spin>
      </Lock>
    </>
  );
}

function toggled(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
