import { Route, Routes } from "react-router";
import { MemberDetail } from "./MemberDetail";
import { MemberList } from "./MemberList";

export default function MembersPage() {
  return (
    <Routes>
      <Route index element={<MemberList />} />
      <Route path=":id" element={<MemberDetail />} />
    </Routes>
  );
}
