import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { ReconciliationDetail } from "./ReconciliationDetail";
import { ReconciliationList } from "./ReconciliationList";

export default function ReconciliationsPage() {
  return (
    <Routes>
      <Route index element={<ReconciliationList />} />
      <Route path=":id" element={<OfId page={ReconciliationDetail} />} />
    </Routes>
  );
}
