import { post } from "../client/client";
import { markSignedOut } from "../client/signInMark";

/** Signed out here whatever the answer: the session ends by itself otherwise. */
export async function signOut(): Promise<void> {
  await post("/admin-api/system/auth/logout").catch(() => undefined);
  markSignedOut();
}
