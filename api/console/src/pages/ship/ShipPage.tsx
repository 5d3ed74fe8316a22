import { Route, Routes } from "react-router";
import { ShipByScanPage } from "./ShipByScanPage";
import { ShipFromFilePage } from "./ShipFromFilePage";

export default function ShipPage() {
  return (
    <Routes>
      <Route index element={<ShipByScanPage />} />
      <Route path="file" element={<ShipFromFilePage />} />
    </Routes>
  );
}
