# -- the components of a table: the shipped ones, or a host's own box
components = Components
components-sentence = Not every tile and card of the printed games is public; we have reconstructed the rest. If you own the box, you can play with what is really in it.
components-usual = Reconstruction (shipped)
components-mine = My box …
box-choose = Choose a file (TOML)
box-write = Count my box in a form
box-remove = Remove the file
box-needed = Choose the component file of your box, or write one in the form.
box-accepted = Your box “{ $name }” is in play.
box-assumed = Assumed entries: { $assumed } of { $entries }.
box-is-shipped = This is the shipped set.
box-too-large = { $file } is larger than 64 KiB. A component file has a few kilobytes.
box-wrong = This file cannot be used: { $sentence }
box-wrong-game = This file is for another game.
box-wrong-name = Your box needs a name of up to 60 characters.
box-wrong-toml = { $line ->
    [0] This is not a TOML file.
   *[other] This is not a TOML file: line { $line } cannot be read.
}
box-wrong-unknown = The file has “{ $section }”, which does not belong in it.
box-wrong-section = The file has no section “{ $section }”.
box-wrong-entry = “{ $entry }” in the section “{ $section }” is not known.
box-wrong-number = { $entry } needs a whole number from { $low } to { $high }.
box-wrong-file = The file is larger than 64 KiB. A component file has a few kilobytes.

# -- the form
own-box = Your own box
box-title = Your box of { $game }
box-intro = Enter what is in your box. We begin with the shipped reconstruction; change what is different. The server says whether it adds up.
box-answer = Your file
box-name = Name of your box
box-own-name = My box
box-ready = It adds up.
box-not-yet = It does not add up yet.
box-play = Open a table with it
box-download = Download the file
box-confirm = All the rest is right, too
box-start-over = Start over
box-started-over = Everything is as shipped again.
box-kept = This browser keeps it while you write. Records of your games contain the whole box.
box-no-form = There is no form for this game.
box-mark-assumed = assumed by us
box-mark-known = printed or reported
box-mark-own = from your box
box-said-assumed = assumed
box-said-known = printed or reported
box-said-own = from your box
box-entry = { $what }, { $source }
