import { defineModel } from "#shared/kernel/mongo/mongo.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

/** A daily time slot of flash sales, in Asia/Shanghai: startTime inclusive, endTime exclusive. */
export interface SeckillConfigDoc {
  _id: number;
  name: string;
  /** "HH:mm:ss"; endTime may be "24:00:00". */
  startTime: string;
  endTime: string;
  sliderPicUrls: string[];
  status: EnabledStatus;
  createdAt: Date;
}

export const SeckillConfigModel = defineModel<SeckillConfigDoc>(
  "seckillConfigs",
  {
    name: { type: String, required: true },
    startTime: { type: String, required: true },
    endTime: { type: String, required: true },
    sliderPicUrls: { type: [String], default: [] },
    status: { type: Number, enum: Object.values(EnabledStatus), default: EnabledStatus.enabled },
  },
  { logicalDelete: true, indexes: [[{ startTime: 1 }]] },
);
