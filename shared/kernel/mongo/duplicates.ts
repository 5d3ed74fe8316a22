import { isDuplicateKey } from "./mongo.js";

/**
 * For `.catch` of a write that a unique index or a claim (of `field`, if given) may refuse: throws the error that `make`
 * makes; any other failure goes on.
 */
export const throwIfDuplicate =
  (make: () => Error, field?: string) =>
  (error: unknown): never => {
    throw isDuplicateKey(error, field) ? make() : error;
  };

/** For `.catch` of a write that another process may have done first: a duplicate is no error; any other failure goes on. */
export const ignoreDuplicate =
  (field?: string) =>
  (error: unknown): void => {
    if (!isDuplicateKey(error, field)) throw error;
  };
