# -- the lesson and the rules
lesson-step = Step { $number } of { $of }
lesson-on = Continue
lesson-skip = Skip this step
lesson-back = Back
lesson-show = Show me
lesson-restart = From the beginning
lesson-leave = Leave the lesson
lesson-rules = Rules:
lesson-other = That would be allowed. In this step, please follow the task, or press Show me.
lesson-over = Well done!
lesson-first-game = A first game, against a gentle bot
rules-all = All the rules
rules-search = Search the rules
rules-clear = Clear the search
rules-contents = Contents
rules-count = { $count } rules
rules-found = { $count ->
    [0] Nothing found for “{ $words }”. Perhaps with fewer letters?
    [one] One rule found.
   *[other] { $count } rules found.
}
rules-print = Print
rules-own-words = Told in our own words. The numbers are those that the board cites when something is not possible.
rules-adds = What it adds:
rules-lesson = Learn by playing
rules-choose = Which game?
rules-link = Link to rule { $rule }
lesson-retry = Try again
