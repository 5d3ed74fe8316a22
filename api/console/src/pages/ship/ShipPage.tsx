import { Route, Routes } from "react-router";
import { ShipByScanPage } from "./ShipByScanPage";
import { ShipChosenPage } from "./ShipChosenPage";
import { ShipFromFilePage } from "./ShipFromFilePage";

export default function ShipPage() {
  return (
    <Routes>
      <Route index element={<ShipByScanPage />} />
      <Route path="orders" element={<ShipChosenPage />} />
      <Route path="file" element={<ShipFromFilePage />} />
    </Routes>
  );
}
