import { Flex, Tag } from "antd";

/** Words in a row, wrapping as needed. */
export const Tags = ({ words }: { words: readonly string[] }) =>
  words.length === 0 ? (
    "–"
  ) : (
    <Flex wrap gap={4} style={{ maxWidth: 260 }}>
      {words.map((word) => (
        <Tag key={word}>{word}</Tag>
      ))}
    </Flex>
  );
