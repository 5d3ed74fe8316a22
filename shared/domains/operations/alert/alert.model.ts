import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { objectiveNames, type Objective } from "#shared/kernel/observability/objectives.js";
import type { QueueName } from "#shared/kernel/queue/queueNames.js";
import { alertKinds, type AlertKind } from "./alertRule.model.js";
import { AlertDeliveryStatus, AlertStatus } from "./alert.states.js";

/** One period in which a queue breaks a rule. Kept for 90 days after its last change. */
export interface AlertDoc {
  _id: number;
  ruleId: number;
  /** The rule's values at that time. */
  name: string;
  kind: AlertKind;
  queue: QueueName;
  /** The missed objective, if the rule is about objectives. */
  objective?: Objective | null;
  threshold: number;
  status: AlertStatus;
  /** Rule and queue while it is open: one at a time. */
  openKey?: string;
  /** The last and the highest value. */
  value: number;
  peak: number;
  /** It fired while its rule was silenced, and has not been delivered since. */
  untold?: boolean;
  /** It ended while its rule was silenced, and nobody has been told of that since. */
  endUntold?: boolean;
  /** When the rule was first broken; when that was reported; since when it has held again; when the alert ended. */
  beganAt: Date;
  firedAt: Date | null;
  clearSince: Date | null;
  resolvedAt: Date | null;
  acknowledgedBy: number | null;
  acknowledgedAt: Date | null;
  remark: string;
  createdAt: Date;
  updatedAt: Date;
}

const moment = { type: Date, default: null };
const KEPT_SECONDS = 90 * 86_400;
export const AlertModel = defineModel<AlertDoc>(
  "alerts",
  {
    ruleId: { type: Number, required: true },
    name: { type: String, required: true },
    kind: { type: String, enum: alertKinds, required: true },
    queue: { type: String, required: true },
    objective: { type: String, enum: [...objectiveNames, null] },
    threshold: { type: Number, required: true },
    status: { type: Number, enum: Object.values(AlertStatus), required: true },
    openKey: String,
    value: { type: Number, required: true },
    peak: { type: Number, required: true },
    untold: Boolean,
    endUntold: Boolean,
    beganAt: { type: Date, required: true },
    firedAt: moment,
    clearSince: moment,
    resolvedAt: moment,
    acknowledgedBy: { type: Number, default: null },
    acknowledgedAt: moment,
    remark: { type: String, default: "" },
  },
  {
    claims: [{ fields: ["openKey"] }],
    indexes: [
      [{ status: 1, createdAt: -1, _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
      [{ endUntold: 1 }, { sparse: true }],
      [{ resolvedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS }],
    ],
  },
);

/** What is reported to the webhook; the message id is the same at each try. */
export type AlertEvent = "firing" | "resolved";

export interface AlertDeliveryDoc {
  _id: number;
  alertId: number;
  ruleId: number;
  event: AlertEvent;
  body: string;
  /** Where the last try went, without what would let others post there; absent before the first one. */
  to?: string;
  status: AlertDeliveryStatus;
  tries: number;
  lastTryAt: Date | null;
  /** HTTP status of the last try; null when no answer came. */
  lastStatus: number | null;
  /** Error of the last try. */
  lastError: string;
  createdAt: Date;
}
export const AlertDeliveryModel = defineModel<AlertDeliveryDoc>(
  "alertDeliveries",
  {
    alertId: { type: Number, required: true },
    ruleId: { type: Number, required: true },
    event: { type: String, enum: ["firing", "resolved"], required: true },
    body: { type: String, required: true },
    to: String,
    status: { type: Number, enum: Object.values(AlertDeliveryStatus), default: AlertDeliveryStatus.waiting },
    tries: { type: Number, default: 0 },
    lastTryAt: moment,
    lastStatus: { type: Number, default: null },
    lastError: { type: String, default: "" },
  },
  {
    indexes: [
      [{ alertId: 1, event: 1 }, { unique: true }],
      [{ ruleId: 1, lastTryAt: -1 }],
      [{ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS }],
    ],
  },
);
