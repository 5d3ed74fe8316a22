import { ReviewModel } from "./review.model.js";

/** The member leaves: what they said of products stays, without their name and pictures. In the caller's transaction. */
export async function eraseReviewer(memberId: number): Promise<void> {
  await ReviewModel.updateMany({ memberId }, { $set: { nickname: "", avatar: "", picUrls: [], anonymous: true } });
}
