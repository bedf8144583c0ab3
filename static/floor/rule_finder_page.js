/** Starts the rule finder. */

import { find } from "../shared/ui/dom.js";
import { mountRuleFinder } from "./rule_finder.js";

mountRuleFinder(find(document, ".rules"));
