import { Flex, Image, Rate, Space, Tag, Typography } from "antd";
import { Link } from "react-router";
import { post, put, type BodyOf, type RowOf } from "../../client/client";
import { ActButton } from "../../parts/acts/ActButton";
import { ActDialog } from "../../parts/acts/ActDialog";
import type { Field } from "../../parts/fields/fields";
import { Moment } from "../../parts/shown/figures";
import type { Filter } from "../../parts/lists/filters";
import { Goods } from "../../parts/shown/Goods";
import { PageHead } from "../../parts/PageHead";
import { PageTable } from "../../parts/lists/PageTable";
import { SpuPicker } from "../../parts/fields/SpuPicker";
import { useMay } from "../../shell/operator";
import { useTexts } from "../../texts/texts";

const bundle = {
  title: ["Reviews", "商品评价"],
  create: ["New review", "新建评价"],
  createLead: [
    "Shown alongside member reviews, without a member or an order.",
    "该评价不关联会员与订单，与会员评价一同展示。",
  ],
  product: ["Product", "商品"],
  spuName: ["Product name", "商品名称"],
  nickname: ["Nickname", "会员昵称"],
  member: ["Member", "会员"],
  order: ["Order", "订单"],
  stars: ["Rating", "评分"],
  starsOf: ["{{stars}} of 5 stars", "{{stars}} 星（满分 5 星）"],
  review: ["Review", "评价内容"],
  picture: ["Review image {{n}}", "评价图片 {{n}}"],
  answer: ["Reply", "回复"],
  answered: ["Replied", "是否已回复"],
  shopSays: ["Shop reply:", "商家回复："],
  reply: ["Reply", "回复"],
  replyAgain: ["Edit reply", "修改回复"],
  shown: ["Visible", "展示"],
  hidden: ["Hidden", "已隐藏"],
  show: ["Show", "展示"],
  showQuestion: ["Show this review to everyone?", "确定公开展示该评价？"],
  hide: ["Hide", "隐藏"],
  hideQuestion: ["Hide this review from everyone?", "确定隐藏该评价？"],
  anonymous: ["Anonymous", "匿名"],
  description: ["Product rating", "商品评分"],
  service: ["Service rating", "服务评分"],
  avatar: ["Avatar", "头像"],
  pictures: ["Images", "图片"],
  status: ["Status", "状态"],
  createTime: ["Created", "评价时间"],
  actions: ["Actions", "操作"],
  saved: ["Saved", "已保存"],
} as const;

const NOUN = "/admin-api/product/comment/";
type Review = RowOf<"/admin-api/product/comment/page">;
type NewReview = BodyOf<"/admin-api/product/comment/create", "post">;

const filters: Filter[] = [
  { name: "replyStatus", label: bundle.answered, kind: "yesNo" },
  { name: "scores", label: bundle.stars, kind: "number" },
  { name: "spuName", label: bundle.spuName, kind: "text" },
  { name: "userNickname", label: bundle.nickname, kind: "text" },
  { name: "orderId", label: bundle.order, kind: "number" },
  { name: "createTime", label: bundle.createTime, kind: "time" },
];
const newFields: Field[] = [
  { name: "spuId", label: bundle.product, kind: "custom", needed: true, control: <SpuPicker /> },
  { name: "userNickname", label: bundle.nickname, kind: "text", needed: true },
  { name: "userAvatar", label: bundle.avatar, kind: "picture" },
  { name: "descriptionScores", label: bundle.description, kind: "custom", needed: true, initial: 5, control: <Rate /> },
  { name: "benefitScores", label: bundle.service, kind: "custom", needed: true, initial: 5, control: <Rate /> },
  { name: "content", label: bundle.review, kind: "longText", needed: true },
  { name: "picUrls", label: bundle.pictures, kind: "pictures" },
  { name: "anonymous", label: bundle.anonymous, kind: "switch", initial: false },
];

export default function ReviewsPage() {
  const words = useTexts(bundle);
  const may = useMay();
  const content = (review: Review) => (
    <Flex vertical gap={6} style={{ minWidth: 200, maxWidth: 320 }}>
      <span style={{ overflowWrap: "anywhere" }}>{review.content || "–"}</span>
      {review.picUrls.length > 0 && (
        <Image.PreviewGroup>
          <Space size={4} wrap>
            {review.picUrls.map((url, at) => (
              <Image key={url} src={url} width={44} height={44} alt={words("picture", { n: at + 1 })} />
            ))}
          </Space>
        </Image.PreviewGroup>
      )}
      {review.replyContent && (
        <Typography.Text type="secondary" style={{ overflowWrap: "anywhere" }}>
          {words("shopSays")} {review.replyContent}
        </Typography.Text>
      )}
    </Flex>
  );
  const actions = (review: Review) => (
    <Space>
      <ActDialog<{ replyContent: string }>
        size="small"
        label={words(review.replyStatus ? "replyAgain" : "reply")}
        fields={[{ name: "replyContent", label: bundle.answer, kind: "longText", needed: true }]}
        row={{ replyContent: review.replyContent ?? undefined }}
        intro={() => <Typography.Paragraph type="secondary">{review.content}</Typography.Paragraph>}
        act={(body) => put(`${NOUN}reply`, { ...body, id: review.id })}
        changes={[NOUN]}
        done={words("saved")}
      />
      <ActButton
        question={words(review.visible ? "hideQuestion" : "showQuestion")}
        act={() => put(`${NOUN}update-visible`, { id: review.id, visible: !review.visible })}
        undo={() => put(`${NOUN}update-visible`, { id: review.id, visible: review.visible })}
        changes={[NOUN]}
        done={words("saved")}
      >
        {words(review.visible ? "hide" : "show")}
      </ActButton>
    </Space>
  );
  return (
    <>
      <PageHead title={words("title")}>
        {may("product:comment:create") && (
          <ActDialog<NewReview>
            type="primary"
            label={words("create")}
            fields={newFields}
            intro={() => <Typography.Paragraph type="secondary">{words("createLead")}</Typography.Paragraph>}
            act={(body) => post(`${NOUN}create`, body)}
            changes={[NOUN]}
            done={words("saved")}
          />
        )}
      </PageHead>
      <PageTable
        path={`${NOUN}page`}
        filters={filters}
        columns={[
          {
            title: words("product"),
            render: (_, row) => (
              <Goods spuId={row.spuId} spuName={row.spuName} picUrl={row.skuPicUrl} properties={row.skuProperties} />
            ),
          },
          {
            title: words("member"),
            render: (_, row) => (
              <>
                {row.userId ? <Link to={`/members/${row.userId}`}>{row.userNickname}</Link> : row.userNickname}
                {row.anonymous && <Tag style={{ marginInlineStart: 6 }}>{words("anonymous")}</Tag>}
                {row.orderId !== null && (
                  <div style={{ fontSize: 12 }}>
                    <Link to={`/orders/${row.orderId}`}>
                      {words("order")} {row.orderId}
                    </Link>
                  </div>
                )}
              </>
            ),
          },
          {
            title: words("stars"),
            render: (_, row) => (
              <span role="img" aria-label={words("starsOf", { stars: row.scores })}>
                <span aria-hidden style={{ whiteSpace: "nowrap" }}>
                  {"★".repeat(row.scores)}
                  {"☆".repeat(Math.max(0, 5 - row.scores))}
                </span>
              </span>
            ),
          },
          { title: words("review"), render: (_, row) => content(row) },
          {
            title: words("status"),
            weight: 80,
            render: (_, row) => (
              <Tag color={row.visible ? "success" : "warning"}>{words(row.visible ? "shown" : "hidden")}</Tag>
            ),
          },
          { title: words("createTime"), render: (_, row) => <Moment ms={row.createTime} /> },
          ...(may("product:comment:update")
            ? [
                {
                  title: words("actions"),
                  key: "actions",
                  fixed: "right" as const,
                  render: (_: unknown, row: Review) => actions(row),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
