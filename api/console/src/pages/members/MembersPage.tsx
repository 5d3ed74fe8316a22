import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { MemberDetail } from "./MemberDetail";
import { MemberList } from "./MemberList";

export default function MembersPage() {
  return (
    <Routes>
      <Route index element={<MemberList />} />
      <Route path=":id" element={<OfId page={MemberDetail} />} />
    </Routes>
  );
}
