import { z } from "zod";
import { DateRange, LongId, longOf, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import { PictureUrl, PictureUrlOrNone } from "#api/media/picture.schemas.js";
import { Link, maybe, RichText, Sort } from "#api/website/website.fields.js";
import { Place } from "#shared/domains/promotion/promotion.codes.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";
import { int } from "./promotion.fields.js";

export const Position = longOf(Object.values(Place));
/** 0 shown, 1 hidden. */
const Status = longOf(Object.values(EnabledStatus));

/** A banner has a picture and a link; for an article both are optional. */
const common = { title: nameText(64), position: Position, sort: Sort, status: Status, memo: maybe(text(255)) };
const banner = {
  ...common,
  url: Link.refine((value) => value !== "", { error: "is required" }),
  picUrl: PictureUrl,
};
const article = {
  ...common,
  url: maybe(Link),
  picUrl: maybe(PictureUrlOrNone),
  introduction: maybe(text(500)),
  content: maybe(RichText),
};
export const BannerCreateBody = z.object(banner);
export const BannerUpdateBody = z.object(banner).partial().extend({ id: LongId });
export const ArticleCreateBody = z.object(article);
export const ArticleUpdateBody = z.object(article).partial().extend({ id: LongId });
export const PlacedStatusBody = z.object({ id: LongId, status: Status });
export const PlacedPageQuery = pageInput({
  title: optional(text(64)),
  position: optional(Position),
  status: optional(Status),
  createTime: DateRange,
});

const shown = { id: int, title: z.string(), url: z.string(), picUrl: z.string(), position: int, sort: int };
export const BannerView = z.object(shown);
export const ArticleView = z.object({ ...shown, introduction: z.string(), createTime: Time });
export const ArticleDetailView = ArticleView.extend({ content: z.string() });

const adminFields = { status: int, memo: z.string(), createTime: Time, updateTime: Time };
export const BannerAdminView = BannerView.extend(adminFields);
export const BannerAdminPage = pageOf(BannerAdminView);
export const ArticleAdminView = ArticleDetailView.extend(adminFields);
export const ArticleAdminPage = pageOf(ArticleAdminView);
