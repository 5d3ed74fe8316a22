import type mongoose from "mongoose";
import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { Place } from "../promotion.codes.js";

/** Content that operators publish for members. */
export interface PlacedDoc {
  _id: number;
  title: string;
  /** The link: an address, or a path of the client. */
  url: string;
  /** A key in object storage, or a full address. */
  picUrl: string;
  position: Place;
  /** Smaller values come first, then the newest. */
  sort: number;
  status: EnabledStatus;
  /** For operators only. */
  memo: string;
  createdAt: Date;
  updatedAt: Date;
}
/** A picture with a link. */
export type BannerDoc = PlacedDoc;
/** Content with a text. */
export interface ArticleDoc extends PlacedDoc {
  introduction: string;
  /** Sanitized rich text. */
  content: string;
}

const text = { type: String, default: "" };
const placed = {
  title: { type: String, required: true },
  url: text,
  picUrl: text,
  position: { type: Number, enum: Object.values(Place), required: true },
  sort: { type: Number, default: 0 },
  status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
  memo: text,
} satisfies mongoose.SchemaDefinition;
const indexes: [Record<string, 1 | -1>][] = [
  [{ status: 1, position: 1, sort: 1, _id: -1 }],
  [{ createdAt: -1, _id: -1 }],
];

export const BannerModel = defineModel<BannerDoc>("promotionBanners", placed, { logicalDelete: true, indexes });
export const ArticleModel = defineModel<ArticleDoc>(
  "promotionArticles",
  { ...placed, introduction: text, content: text },
  { logicalDelete: true, indexes },
);
