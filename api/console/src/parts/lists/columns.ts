import type { TableColumnType } from "antd";
import type { ReactNode } from "react";

/**
 * A column of a list. Where not all fit, those with the smallest weight go into the row's fold; by default later columns
 * weigh less. The first column and a `fixed` one always stay.
 */
export type ListColumn<R> = TableColumnType<R> & { weight?: number };
export type ListColumns<R> = ListColumn<R>[];

const FIRST_WEIGHT = 50;

export interface KeyedColumn<R> {
  key: string;
  title: ReactNode;
  weight: number;
  isKept: boolean;
  /** The acts on a row. */
  isActs: boolean;
  column: TableColumnType<R>;
}

export const keyed = <R>(columns: ListColumns<R>): KeyedColumn<R>[] =>
  columns.map(({ weight = FIRST_WEIGHT, fixed, ...column }, at) => {
    const key = String(at);
    const isActs = fixed !== undefined;
    // A column keeps its key, and with it what is open in its cells, when others before it go.
    return {
      key,
      title: column.title as ReactNode,
      weight: weight - at / 100,
      isKept: at === 0 || isActs,
      isActs,
      column: { ...column, key, ...(column.ellipsis && column.width ? { onCell: () => narrow(column.width!) } : {}) },
    };
  });

/** A cell of one line is as wide as its column says also where the others leave room by their words. */
const narrow = (width: string | number) => ({ style: { maxWidth: width } });

/** What stands in a cell, for where it is shown outside the table. */
export function cellOf<R>({ column }: KeyedColumn<R>, row: R, index: number): ReactNode {
  const { dataIndex, render } = column;
  const value = dataIndex === undefined ? undefined : (row as Record<string, unknown>)[String(dataIndex)];
  const shown = render ? (render(value, row, index) as ReactNode) : (value as ReactNode);
  return shown === undefined || shown === null || shown === "" ? "–" : shown;
}
