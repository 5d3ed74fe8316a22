import { erasePoints } from "./points/changePoints.js";
import { memberProgress, setProgress, writeExperienceRecord } from "./level/changeExperience.js";
import { SignInRecordModel } from "./signIn/signInRecord.model.js";
import { ExperienceBizType } from "./loyalty.codes.js";

/**
 * Erases points, experience, level and sign-in days of a closed account, with a record (31) for each amount. In the
 * caller's transaction; idempotent.
 */
export async function eraseLoyalty(memberId: number): Promise<void> {
  await erasePoints(memberId);
  const progress = await memberProgress(memberId);
  if (progress && (progress.experience > 0 || progress.levelId !== null)) {
    await setProgress(memberId, progress, { experience: 0, levelId: null });
    if (progress.experience > 0)
      await writeExperienceRecord({
        memberId,
        bizType: ExperienceBizType.accountClosed,
        bizId: String(memberId),
        title: null,
        description: null,
        experience: -progress.experience,
        totalExperience: 0,
      });
  }
  await SignInRecordModel.deleteMany({ memberId });
}
