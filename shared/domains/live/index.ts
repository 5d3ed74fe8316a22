export { liveErrors } from "./live.errors.js";
export { LiveModel, type LiveDoc } from "./live.model.js";
export { liveCreated, liveDeleted, liveEnded } from "./live.events.js";
export {
  findLive,
  findLiveOfGroup,
  findLiveOfStream,
  findLivePage,
  getLive,
  withSurroundings,
  type ShownLive,
} from "./live.queries.js";
export { liveStates, type LiveStatus } from "./live.states.js";
export { createLive, deleteLive, setVirtualCounts, updateLive, type LiveInput } from "./changeLive.js";
export { endLive, startLive } from "./moveLive.js";
export { LiveRoomModel, type LiveRoomDoc } from "./liveRoom.model.js";
export { findLiveRoomPage, findLiveRooms, getLiveRoom } from "./liveRoom.queries.js";
export { createLiveRoom, deleteLiveRoom, updateLiveRoom, type LiveRoomInput } from "./changeLiveRoom.js";
export { LiveMountModel, type LiveMountDoc } from "./liveMount.model.js";
export { findLiveMountPage, getLiveMount, listLiveMounts } from "./liveMount.queries.js";
export { changeLiveMount, createLiveMount, deleteLiveMount, type LiveMountInput } from "./changeLiveMount.js";
export { getLiveProduct, listLiveProducts, type LiveProduct } from "./liveProducts.js";
export { LiveRecordingModel, type LiveRecordingDoc } from "./liveRecording.model.js";
export { pushAddressOf, playAddressesOf } from "./streamAddress.js";
export { count, countsOf, rollUpCounts, type Counts } from "./counts.js";
export { LiveCallbackModel, type LiveCallbackDoc } from "./liveCallback.model.js";
export { receiveLiveCallback } from "./receiveLiveCallback.js";
export { applyLiveCallback } from "./applyLiveCallback.js";
export { cutStream } from "./cutStream.js";
export { applyCallbackJob, cutStreamJob, rollUpCountsJob } from "./live.jobs.js";
export { seedLives } from "./seedLives.js";
export { liveRecycling } from "./live.recycling.js";
