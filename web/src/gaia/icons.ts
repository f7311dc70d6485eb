/** The symbols of what Gaia Project counts. */

import { ICON } from '../lib/game/amounts';

/** Drawn as something else than `ic-` and its id. */
const SAME: Readonly<Record<string, string>> = {
  mine: 'b-mine',
  trading_station: 'b-trading_station',
  research_lab: 'b-research_lab',
  big_building: 'b-planetary_institute',
  gaia_planet: 'planet-gaia',
  gaia_mine: 'planet-gaia',
  structure: 'b-mine',
  structure_in_federation: 'ic-federation',
  satellite: 'ic-satellites',
  terraforming_step: 'ic-steps',
  research_step: 'ic-research',
  big_building_power: 'b-planetary_institute',
  step: 'ic-steps',
};

/** The symbol of a resource, a counter or an event. */
export const icon = (what: string): string => SAME[what] ?? ICON(what);
