import { care } from "./care.js";
import type { DemoProduct } from "./demoProduct.js";
import { digital } from "./digital.js";
import { home } from "./home.js";
import { outdoor } from "./outdoor.js";
import { pantry } from "./pantry.js";
import { tea } from "./tea.js";

export const products: DemoProduct[] = [...tea, ...home, ...pantry, ...care, ...digital, ...outdoor];
