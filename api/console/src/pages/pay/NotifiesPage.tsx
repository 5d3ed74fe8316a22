import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { NotifyDetail } from "./NotifyDetail";
import { NotifyList } from "./NotifyList";

export default function NotifiesPage() {
  return (
    <Routes>
      <Route index element={<NotifyList />} />
      <Route path=":id" element={<OfId page={NotifyDetail} />} />
    </Routes>
  );
}
