import { Route, Routes } from "react-router";
import { OfId } from "../../parts/lists/OfId";
import { PayOrderDetail } from "./PayOrderDetail";
import { PayOrderList } from "./PayOrderList";

export default function PayOrdersPage() {
  return (
    <Routes>
      <Route index element={<PayOrderList />} />
      <Route path=":id" element={<OfId page={PayOrderDetail} />} />
    </Routes>
  );
}
