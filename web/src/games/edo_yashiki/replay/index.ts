/** What a replay shows beside an event: the times of a live grab. */

import GrabTimes from './GrabTimes.svelte'

export default GrabTimes
