import { cellOf, type KeyedColumn } from "./columns";

interface Props<R> {
  columns: readonly KeyedColumn<R>[];
  row: R;
  index: number;
}

/** Columns of a row as labels and values. */
export function Pairs<R>({ columns, row, index }: Props<R>) {
  if (columns.length === 0) return null;
  return (
    <dl className="list-pairs">
      {columns.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>{cellOf(column, row, index)}</dd>
        </div>
      ))}
    </dl>
  );
}
