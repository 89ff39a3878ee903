// A path that leads nowhere is as light or dark as the page.

import { startTheme } from "./theme.js";

startTheme();
