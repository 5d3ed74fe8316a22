import { Route, Routes } from "react-router";
import { EndpointList } from "./EndpointList";
import { DeliveryDetail } from "./DeliveryDetail";
import { DeliveryList } from "./DeliveryList";
import { OfId } from "../../parts/lists/OfId";

export default function WebhooksPage() {
  return (
    <Routes>
      <Route index element={<EndpointList />} />
      <Route path="deliveries" element={<DeliveryList />} />
      <Route path="deliveries/:id" element={<OfId page={DeliveryDetail} />} />
    </Routes>
  );
}
