import { type TableProps } from "antd";
import { useRef, useState, type Key } from "react";
import { useLanguage } from "../../texts/texts";
import { Cards } from "./Cards";
import type { KeyedColumn } from "./columns";
import { Pairs } from "./Pairs";
import type { Density } from "./kept";
import { ReadTable, type ReadState } from "./ReadTable";
import { useFitting } from "./useFitting";

/** Below it a row is a card. */
const NARROWEST_TABLE = 600;

interface Props<R> {
  read: ReadState;
  locked: boolean;
  columns: readonly KeyedColumn<R>[];
  /** Keys of columns that the operator wants in the fold. */
  hidden: readonly string[];
  rows: readonly R[];
  rowKey: string;
  density: Density;
  expandable?: TableProps<R>["expandable"];
  /** Whether the page's own fold tells what its columns do. */
  foldTellsAll?: boolean;
  rowSelection?: TableProps<R>["rowSelection"];
}

/** The rows of a list: as a table of the columns that fit, with the others in each row's fold, or as cards. */
export function Rows<R extends object>({
  read,
  locked,
  columns,
  hidden,
  rows,
  rowKey,
  density,
  expandable,
  foldTellsAll = false,
  rowSelection,
}: Props<R>) {
  const { language } = useLanguage();
  const [opened, setOpened] = useState<readonly Key[]>([]);
  const chosen = columns.filter(({ key }) => !hidden.includes(key));
  const keys = chosen.map(({ key }) => key).join();
  // While columns are measured anew, rows that are open stay so, with what is in them.
  const before = useRef<ReadonlySet<string>>(new Set());
  const hasFold = expandable !== undefined || before.current.size > 0;
  const { box, room, shown, isMeasured } = useFitting(chosen, hasFold, [
    rows,
    keys,
    language,
    density,
    rowSelection === undefined,
  ]);
  const keyOf = (row: R) => (row as Record<string, Key>)[rowKey]!;
  if (isMeasured) before.current = new Set(columns.map(({ key }) => key).filter((key) => !shown.has(key)));
  const folded = columns.filter(({ key }) => before.current.has(key));
  const told = foldTellsAll ? [] : folded;
  const ownFold = (row: R): boolean =>
    expandable?.expandedRowRender !== undefined && (expandable.rowExpandable?.(row) ?? true);
  return (
    <div ref={box} className={`list-rows list-${density}`}>
      {room < NARROWEST_TABLE ? (
        <Cards<R>
          read={read}
          locked={locked}
          columns={chosen}
          rows={rows}
          keyOf={keyOf}
          {...(expandable ? { expandable } : {})}
          {...(rowSelection ? { rowSelection } : {})}
        />
      ) : (
        <ReadTable<R>
          read={read}
          locked={locked}
          rowKey={rowKey as never}
          size={density === "compact" ? "small" : "medium"}
          tableLayout="auto"
          columns={columns.filter(({ key }) => shown.has(key)).map(({ column }) => column)}
          dataSource={[...rows]}
          pagination={false}
          {...(expandable || folded.length > 0
            ? {
                expandable: {
                  expandedRowKeys: opened,
                  onExpandedRowsChange: setOpened,
                  rowExpandable: (row) => told.length > 0 || ownFold(row),
                  expandedRowRender: (row, index, indent, isOpen) => (
                    <>
                      <Pairs columns={told} row={row} index={index} />
                      {ownFold(row) && expandable?.expandedRowRender?.(row, index, indent, isOpen)}
                    </>
                  ),
                },
              }
            : {})}
          {...(rowSelection ? { rowSelection } : {})}
        />
      )}
    </div>
  );
}
