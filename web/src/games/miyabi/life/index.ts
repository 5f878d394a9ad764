/** What lives in a garden: koi in its ponds, and by night the lanterns' flames. */

import type { Creature } from '$/life/life'
import { koi } from './koi'
import { lanterns } from './lanterns'

export const creatures: Creature[] = [koi, lanterns]
