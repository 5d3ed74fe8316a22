// `node --import` of a test process: our modules come from the folder COMPILED_TESTS (compileTests.mjs).
import { register } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = pathToFileURL(`${resolve(import.meta.dirname, "../..")}/`).href;
register("./compiledModules.mjs", import.meta.url, { data: { root, compiled: process.env["COMPILED_TESTS"] } });
