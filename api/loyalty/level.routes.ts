import { z } from "zod";
import { endpoint, open, operator } from "#api/http/endpoint.js";
import { IdQuery, int, LongId, longOf, nameText, optional, pageInput, pageOf, text, Time } from "#api/http/fields.js";
import {
  createLevel,
  deleteLevel,
  listLevels,
  memberLevels,
  oneLevel,
  pageLevels,
  updateLevel,
  type LevelInput,
} from "#shared/domains/loyalty/index.js";
import type { MemberLevelDoc } from "#shared/domains/member/index.js";
import { mediaUrl } from "#shared/kernel/storage/storage.js";
import { EnabledStatus } from "#shared/kernel/kernel.codes.js";

const Status = longOf(Object.values(EnabledStatus));
const fields = {
  name: nameText(30),
  level: z.number().int().min(1).max(1_000_000),
  experience: z.number().int().min(0).max(1_000_000_000),
  /** The percentage that a member of the level pays; 100: no discount. */
  discountPercent: z.number().int().min(0).max(100),
  icon: optional(text(500)),
  backgroundUrl: optional(text(500)),
  description: optional(text(500)),
  status: Status,
};
const CreateBody = z.object(fields);
const UpdateBody = z.object({ id: LongId, ...fields });
const ListQuery = z.object({ name: optional(text(30)), status: optional(Status) });
const PageQuery = pageInput({ name: optional(text(30)), status: optional(Status) });

const LevelView = z.object({
  id: int,
  name: z.string(),
  level: int,
  experience: int,
  discountPercent: int,
  icon: z.string(),
  backgroundUrl: z.string(),
  description: z.string(),
  status: int,
  createTime: Time,
});
/** Pictures as stored, so that the result of get can be sent back. */
const levelView = ({ _id, createdAt, ...level }: MemberLevelDoc): z.input<typeof LevelView> => ({
  id: _id,
  name: level.name,
  level: level.level,
  experience: level.experience,
  discountPercent: level.discountPercent,
  icon: level.icon,
  backgroundUrl: level.backgroundUrl,
  description: level.description,
  status: level.status,
  createTime: createdAt.getTime(),
});
const inputOf = ({ icon = "", backgroundUrl = "", description = "", ...rest }: z.output<typeof CreateBody>) =>
  ({ ...rest, icon, backgroundUrl, description }) satisfies LevelInput;
const at = (verb: string) => `/admin-api/member/level/${verb}`;

const create = endpoint({
  method: "post",
  path: at("create"),
  access: operator("member:level:create"),
  summary: "Creates a level",
  input: { body: CreateBody },
  output: int,
  handle: ({ body }) => createLevel(inputOf(body)),
});

const update = endpoint({
  method: "put",
  path: at("update"),
  access: operator("member:level:update"),
  summary: "Updates a level; members change level when their experience next changes",
  input: { body: UpdateBody },
  output: z.boolean(),
  handle: ({ body: { id, ...level } }) => updateLevel(id, inputOf(level)),
});

const remove = endpoint({
  method: "delete",
  path: at("delete"),
  access: operator("member:level:delete"),
  summary: "Deletes a level that no member has",
  input: { query: IdQuery },
  output: z.boolean(),
  handle: ({ query }) => deleteLevel(query.id),
});

const get = endpoint({
  method: "get",
  path: at("get"),
  access: operator("member:level:query"),
  summary: "Returns a level",
  input: { query: IdQuery },
  output: LevelView,
  handle: ({ query }) => oneLevel(query.id),
  view: levelView,
});

const list = endpoint({
  method: "get",
  path: at("list"),
  access: operator("member:level:query"),
  summary: "Lists all levels, lowest first",
  input: { query: ListQuery },
  output: z.array(LevelView),
  handle: ({ query }) => listLevels(query),
  view: (levels) => levels.map(levelView),
});

const page = endpoint({
  method: "get",
  path: at("page"),
  access: operator("member:level:query"),
  summary: "Lists levels by page, lowest first",
  input: { query: PageQuery },
  output: pageOf(LevelView),
  handle: ({ query }) => pageLevels(query, query),
  view: ({ list: levels, total }) => ({ list: levels.map(levelView), total }),
});

/** Levels for members: the interface's Member level, with its required experience. */
const MemberLevelRow = z.object({
  id: int,
  name: z.string(),
  level: int,
  experience: int,
  discountPercent: z.string(),
  icon: z.string(),
  backgroundUrl: z.string(),
  description: z.string(),
});

const forMembers = endpoint({
  method: "get",
  path: "/app-api/member/level/list",
  access: open(),
  summary: "Lists enabled levels with the experience they require, lowest first",
  output: z.array(MemberLevelRow),
  handle: async () => (await memberLevels()).filter(({ status }) => status === EnabledStatus.enabled),
  view: (levels) =>
    levels.map(({ _id, name, level, experience, discountPercent, icon, backgroundUrl, description }) => ({
      id: _id,
      name,
      level,
      experience,
      discountPercent: String(discountPercent),
      icon: mediaUrl(icon),
      backgroundUrl: mediaUrl(backgroundUrl),
      description,
    })),
});

export const levelEndpoints = [forMembers, create, update, remove, get, list, page];
