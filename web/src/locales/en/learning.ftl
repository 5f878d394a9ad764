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
lesson-first-game = A first game, against an easy bot
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
rules-views = Ways to read the rules
rules-box = Box and set-up
rules-allowed = Allowed
rules-refused = Not allowed
card-foot = In our own words. The small numbers are those of the rules.
box-contents = In the printed box
box-setup = Set-up
box-pieces = Every piece
box-drawn = Drawn here: the component set “{ $name }”.
box-replace = Not everything in the printed box is public, so the rest is reconstructed; the signs say what is known and from where. If you own the box, count it and play with your own file, in the browser or in a terminal:
box-count-own = Count your own box
box-source-printed = printed in the rulebook
box-source-example = read in a printed example
box-source-reported = reported by players or reviews
box-source-assumed = assumed by us
box-source-own = counted in a box
