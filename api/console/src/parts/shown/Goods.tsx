import { Flex, Image } from "antd";
import { SecondLine } from "./SecondLine";
import { Link } from "react-router";

interface Props {
  spuId: number;
  spuName: string;
  picUrl: string;
  properties: readonly { propertyId: number; valueName: string }[];
  count?: number;
  size?: number;
}

/** A bought item: its picture, its name and the selected variant. */
export function Goods({ spuId, spuName, picUrl, properties, count, size = 40 }: Props) {
  // Property 0 means goods with a single variant.
  const variant = properties.filter(({ propertyId }) => propertyId !== 0).map(({ valueName }) => valueName);
  return (
    <Flex gap={10} align="center" style={{ minWidth: 200, maxWidth: 320 }}>
      {picUrl && (
        <Image
          src={picUrl}
          width={size}
          height={size}
          alt={spuName}
          style={{ objectFit: "cover", borderRadius: 4, flexShrink: 0 }}
        />
      )}
      <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Link to={`/products/${spuId}`}>{spuName}</Link>
        {(variant.length > 0 || count !== undefined) && (
          <SecondLine>
            {variant.join(" / ")} {count !== undefined && <span className="numbers">×{count}</span>}
          </SecondLine>
        )}
      </span>
    </Flex>
  );
}
