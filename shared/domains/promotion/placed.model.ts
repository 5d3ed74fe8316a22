import type mongoose from "mongoose";
import { defineModel } from "#shared/kernel/mongo/mongo.js";

/** Where it is shown: 1 home, 2 flash sale, 3 bargain and group-buy, 4 discounts, 5 rewards (domain-facts 8). */
export const places = [1, 2, 3, 4, 5] as const;
export type Place = (typeof places)[number];

/** What operators put up for members to see. */
export interface PlacedDoc {
  _id: number;
  title: string;
  /** Where it leads: an address, or a path of the client. */
  url: string;
  /** A key in object storage, or a full address. */
  picUrl: string;
  position: Place;
  /** Small first, then the newest. */
  sort: number;
  /** 0 shown, 1 not. */
  status: 0 | 1;
  /** For operators alone. */
  memo: string;
  createdAt: Date;
  updatedAt: Date;
}
/** A picture that leads somewhere. */
export type BannerDoc = PlacedDoc;
/** One that has something to read. */
export interface ArticleDoc extends PlacedDoc {
  introduction: string;
  /** Rich text, made safe. */
  content: string;
}

const text = { type: String, default: "" };
const placed = {
  title: { type: String, required: true },
  url: text,
  picUrl: text,
  position: { type: Number, enum: places, required: true },
  sort: { type: Number, default: 0 },
  status: { type: Number, enum: [0, 1], default: 0 },
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
