import { Route, Routes } from "react-router";
import { PayOrderDetail } from "./PayOrderDetail";
import { PayOrderList } from "./PayOrderList";

export default function PayOrdersPage() {
  return (
    <Routes>
      <Route index element={<PayOrderList />} />
      <Route path=":id" element={<PayOrderDetail />} />
    </Routes>
  );
}
