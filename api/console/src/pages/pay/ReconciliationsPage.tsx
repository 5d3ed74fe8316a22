import { Route, Routes } from "react-router";
import { ReconciliationDetail } from "./ReconciliationDetail";
import { ReconciliationList } from "./ReconciliationList";

export default function ReconciliationsPage() {
  return (
    <Routes>
      <Route index element={<ReconciliationList />} />
      <Route path=":id" element={<ReconciliationDetail />} />
    </Routes>
  );
}
