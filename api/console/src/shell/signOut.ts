import { post } from "../client/client";
import { markSignedOut } from "../client/signInMark";

/** Signs out here whatever the response: otherwise the session expires by itself. */
export async function signOut(): Promise<void> {
  await post("/admin-api/system/auth/logout").catch(() => undefined);
  markSignedOut();
}
