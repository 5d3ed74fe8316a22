import { Flex } from "antd";
import { FigureInput } from "../../parts/fields/NumberInput";
import type { Field } from "../../parts/fields/fields";
import { SecondLine } from "../../parts/shown/SecondLine";
import { useTexts, type Pair } from "../../texts/texts";
import { unsentOf } from "./leaves";

const bundle = {
  of: ["of {{count}}", "/ {{count}}"],
  piecesOf: ["Quantity of {{name}}", "{{name}} 的件数"],
  label: ["In this parcel", "本包裹内容"],
  hint: [
    "Fewer than all: the order waits until the rest is shipped.",
    "少于全部时，订单保持待发货，直到其余商品发出。",
  ],
} as const;
const fewest: Pair = ["Enter a quantity for at least one product", "请至少填写一件商品"];
const most: Pair = ["Enter whole numbers up to what is left to ship", "请填写不超过待发件数的整数"];

export interface ItemToSend {
  id: number;
  spuName: string;
  properties: readonly { propertyId: number; valueName: string }[];
  leftCount: number;
  sentCount: number;
}
/** Pieces by item; NaN while the input is invalid. */
type Pieces = Record<number, number | null>;

/** What of these goes into a parcel: all that is not sent, unless fewer are entered. None where there is no choice. */
export function piecesFields(items: readonly ItemToSend[]): Field[] {
  const unsent = items.filter((item) => unsentOf(item) > 0);
  if (unsent.reduce((sum, item) => sum + unsentOf(item), 0) < 2) return [];
  return [
    {
      name: "pieces",
      label: bundle.label,
      kind: "custom",
      control: <PiecesField items={unsent} />,
      initial: Object.fromEntries(unsent.map((item) => [item.id, unsentOf(item)])),
      hint: bundle.hint,
      check: (value) => {
        const counts = Object.values((value ?? {}) as Pieces).map((count) => count ?? 0);
        if (counts.some(Number.isNaN)) return most;
        return counts.every((count) => count === 0) ? fewest : undefined;
      },
    },
  ];
}

/** The items of a request; undefined: all that is not sent. */
export function itemsIn(items: readonly ItemToSend[], pieces: Pieces | undefined) {
  if (!pieces || items.every((item) => (pieces[item.id] ?? 0) === unsentOf(item))) return undefined;
  return items.flatMap(({ id }) => (pieces[id] ? [{ orderItemId: id, count: pieces[id] }] : []));
}

interface Props {
  items: readonly ItemToSend[];
  value?: Pieces;
  onChange?: (pieces: Pieces) => void;
}

function PiecesField({ items, value = {}, onChange }: Props) {
  const words = useTexts(bundle);
  return (
    <Flex vertical gap={8}>
      {items.map((item) => (
        <Flex key={item.id} gap={12} align="center" justify="space-between">
          <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
            {item.spuName}
            <SecondLine>
              {item.properties
                .filter(({ propertyId }) => propertyId !== 0)
                .map(({ valueName }) => valueName)
                .join(" / ")}
            </SecondLine>
          </span>
          <Flex gap={6} align="center" style={{ flexShrink: 0 }}>
            <FigureInput
              aria-label={words("piecesOf", { name: item.spuName })}
              style={{ width: 72 }}
              min={0}
              max={unsentOf(item)}
              value={value[item.id]}
              onChange={(count) => onChange?.({ ...value, [item.id]: count })}
            />
            <span className="numbers">{words("of", { count: unsentOf(item) })}</span>
          </Flex>
        </Flex>
      ))}
    </Flex>
  );
}
