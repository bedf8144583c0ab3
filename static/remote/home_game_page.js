/** Starts the page of a home game. */

import { byId } from "../shared/ui/dom.js";
import { startPage } from "../shared/ui/page.js";
import { HomeGame } from "./home_game.js";

new HomeGame(byId("home-live"), startPage());
