import { useLayoutEffect, useRef, useState } from "react";
import type { Line } from "./picture";

interface Drawn {
  key: string;
  path: string;
  isUsed: boolean | undefined;
}

/** The lines between the boxes, in the element around this one, behind them; drawn anew when a box has moved. None where the columns stand one below another. */
export function FlowLines({ lines }: { lines: Line[] }) {
  const svg = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState<Drawn[]>([]);
  useLayoutEffect(() => {
    const columns = svg.current?.parentElement;
    if (!columns) return;
    const draw = (): void => {
      const made = lines.flatMap((line) => drawLine(columns, line));
      setDrawn((before) => (JSON.stringify(before) === JSON.stringify(made) ? before : made));
    };
    draw();
    const watch = new ResizeObserver(draw);
    watch.observe(columns);
    for (const box of columns.querySelectorAll("[data-flow]")) watch.observe(box);
    return () => watch.disconnect();
  });
  return (
    <svg ref={svg} className="flow-lines" aria-hidden focusable="false">
      {drawn.map(({ key, path, isUsed }) => (
        <path key={key} d={path} className={isUsed ? "flow-line flow-used" : "flow-line"} />
      ))}
    </svg>
  );
}

function drawLine(columns: HTMLElement, { from, to, isUsed }: Line): Drawn[] {
  const boxOf = (id: string) => columns.querySelector(`[data-flow="${CSS.escape(id)}"]`)?.getBoundingClientRect();
  const [begin, end, whole] = [boxOf(from), boxOf(to), columns.getBoundingClientRect()];
  if (!begin || !end) return [];
  const [x1, x2] = [begin.right - whole.left, end.left - whole.left];
  const [y1, y2] = [begin.top + begin.height / 2 - whole.top, end.top + end.height / 2 - whole.top];
  if (x2 <= x1) return [];
  const middle = (x1 + x2) / 2;
  const [a, b, c, d, e] = [x1, y1, middle, y2, x2].map(Math.round);
  return [{ key: `${from} ${to}`, path: `M${a} ${b}C${c} ${b} ${c} ${d} ${e} ${d}`, isUsed }];
}
