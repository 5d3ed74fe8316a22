import type { z } from "zod";
import type { OperatorActor } from "#api/http/endpoint.js";
import { sentenceOf, whyActs, type Why } from "#shared/domains/operations/index.js";
import type { WhyView } from "./why.schemas.js";

export const whyView = ({ state, phrases, acts }: Why, { permissions }: OperatorActor): z.input<typeof WhyView> => ({
  state,
  sentence: sentenceOf(phrases),
  acts: acts.map(({ act, id }) => ({
    act,
    id,
    may: permissions.includes("*") || permissions.includes(whyActs[act]),
  })),
});
