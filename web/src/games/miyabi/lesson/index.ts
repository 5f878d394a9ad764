/** A first garden, step by step. */

import type { Lesson, LessonOf } from '$/games/lesson'
import lesson from './lesson.json'

const taught: LessonOf = {
  lesson: lesson as unknown as Lesson,
  points: {
    rows: () => '.panel .heads',
    tile: (kind) => `.display [data-kind="${kind}"]`,
    column: (number) => `.columns button:nth-child(${number})`,
    lanterns: () => '.panel > .lanterns',
    cell: (cell) => `.plot [data-cell="${cell}"]`,
    bonuses: () => '.bonuses',
    majorities: () => '.majorities',
    actions: () => '.bar .press',
    final: () => '.final',
  },
}

export default taught
