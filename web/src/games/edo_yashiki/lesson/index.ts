/** A first house, step by step. */

import type { Lesson, LessonOf } from '$/games/lesson'
import lesson from './lesson.json'

const taught: LessonOf = {
  lesson: lesson as unknown as Lesson,
  points: {
    house: () => '.house',
    cards: () => '.cards',
    card: (number) => `.cards li:nth-child(${number}) button`,
    dock: () => '.dock .own',
    markers: () => '.dock .markers',
    final: () => '.final',
  },
}

export default taught
