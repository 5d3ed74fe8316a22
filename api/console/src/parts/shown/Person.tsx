import { Avatar, Flex, Typography } from "antd";
import { Link } from "react-router";

interface Props {
  id: number;
  user?: { nickname: string; avatar: string; mobile: string | null } | null;
}

/** A member in short, with a link to the details. */
export function Person({ id, user }: Props) {
  return (
    <Flex gap={8} align="center">
      {user && (
        <Avatar size="small" {...(user.avatar ? { src: user.avatar } : {})} alt="">
          {user.nickname.slice(0, 1)}
        </Avatar>
      )}
      <span>
        <Link to={`/members/${id}`}>{user?.nickname || id}</Link>
        {user?.mobile && (
          <Typography.Text type="secondary" className="numbers" style={{ display: "block", fontSize: 12 }}>
            {user.mobile}
          </Typography.Text>
        )}
      </span>
    </Flex>
  );
}
