import { groups as shop } from "../pages/menuOfShop";
import { groups as goods } from "../pages/menuOfGoods";
import { groups as operations } from "../pages/menuOfOperations";
import type { PageGroup } from "./pages";

/** Every page of the console, in menu order. */
export const groups: PageGroup[] = [...shop, ...goods, ...operations];
