import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { AfterSaleDetail } from "./AfterSaleDetail";
import { AfterSaleList } from "./AfterSaleList";

export default function AfterSalesPage() {
  return (
    <Routes>
      <Route index element={<AfterSaleList />} />
      <Route path=":id" element={<OfId page={AfterSaleDetail} />} />
    </Routes>
  );
}
