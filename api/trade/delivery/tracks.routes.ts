import { trackerGroups } from "#shared/kernel/config/providerGroups.js";
import { endpoint, member, needing, operator } from "#api/http/endpoint.js";
import { LongId, optional } from "#api/http/fields.js";
import { orderInFull, ownOrder } from "#shared/domains/trade/index.js";
import { freshTracks } from "./requestedTracks.js";
import { OrderIdBody, OrderIdQuery } from "../order/order.schemas.js";
import { TracksView } from "./tracks.schemas.js";
import { tracksView } from "./tracks.views.js";

/** One of several; default: the latest. */
const OfParcel = { parcelId: optional(LongId) };

const getTracks = endpoint({
  method: "post",
  path: "/app-api/trade/order/getOrderExpressTrackList",
  access: member(),
  summary:
    "Returns the tracks of an order's parcel; the provider is queried for at most 3 s, then the stored tracks are returned",
  input: { body: OrderIdBody.extend(OfParcel) },
  output: TracksView,
  handle: async ({ actor, body }) => freshTracks(await ownOrder(actor.memberId, body.id), body.parcelId),
  view: tracksView,
});

const getTracksForOperator = endpoint({
  method: "get",
  path: "/admin-api/trade/order/get-express-track-list",
  access: operator("trade:order:query"),
  summary: "Returns the tracks of an order's parcel",
  input: { query: OrderIdQuery.extend(OfParcel) },
  output: TracksView,
  handle: async ({ query }) => freshTracks((await orderInFull(query.id)).order, query.parcelId),
  view: tracksView,
});

export const trackEndpoints = needing(trackerGroups, [getTracks, getTracksForOperator]);
