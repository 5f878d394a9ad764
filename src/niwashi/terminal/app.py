"""The full-screen client: `niwashi play` and `niwashi replay` at a terminal."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from niwashi.terminal import palette
from niwashi.terminal.screens.play_screen import PlayScreen

CSS = f"""
Screen {{ background: {palette.GROUND}; color: {palette.INK}; }}
#head {{ height: 1; background: {palette.PANEL}; color: {palette.INK}; text-style: bold; padding: 0 1; }}
#middle {{ height: 1fr; }}
#board {{ width: 1fr; height: 1fr; }}
#log {{ width: 32; height: 1fr; background: {palette.PANEL}; color: {palette.QUIET_INK}; padding: 0 1;
        content-align: left bottom; text-wrap: nowrap; text-overflow: ellipsis; }}
#proposal {{ height: 1; padding: 0 1; color: {palette.INK}; text-style: bold; text-overflow: ellipsis;
             text-wrap: nowrap; }}
#proposal.said {{ height: auto; max-height: 4; text-wrap: wrap; }}
#status {{ height: auto; min-height: 1; max-height: 4; padding: 0 1; color: {palette.GOLD}; }}
#menu {{ height: 1; background: {palette.PANEL}; color: {palette.QUIET_INK}; padding: 0 1; }}
TextDialog, LineDialog {{ align: center middle; background: {palette.GROUND} 60%; }}
#dialog {{ width: auto; min-width: 40; max-width: 96%; height: auto; max-height: 94%; background: {palette.PANEL};
           border: round {palette.GOLD}; padding: 0 1; }}
#dialog-title {{ text-style: bold; color: {palette.GOLD}; width: auto; }}
#dialog-body {{ height: auto; max-height: 80vh; width: auto; max-width: 92vw; background: {palette.PANEL}; }}
#dialog-text {{ width: auto; max-width: 92vw; }}
OptionList, OptionList:focus {{ background: {palette.GROUND}; background-tint: {palette.GROUND} 0%; border: none; }}
SelectOverlay, SelectOverlay:focus {{ background: {palette.PANEL}; }}
OptionList > .option-list--option-highlighted, OptionList:focus > .option-list--option-highlighted,
SelectOverlay:focus > .option-list--option-highlighted, Button:focus {{
    background: {palette.GOLD}; color: {palette.GROUND}; text-style: bold; }}
#choices {{ height: 1fr; padding: 1 2; }}
#form {{ height: 1fr; padding: 1 2; }}
.row {{ height: auto; }}
.label {{ width: 16; color: {palette.QUIET_INK}; }}
.row Select {{ width: 22; }}
.row Input {{ width: 22; margin-right: 2; background: {palette.PANEL}; }}
.row Select {{ margin-right: 2; }}
.text {{ width: 1fr; color: {palette.QUIET_INK}; }}
#begin {{ margin: 1 0 0 16; background: {palette.PANEL}; color: {palette.INK}; }}
#line {{ width: 70; max-width: 90vw; height: 1; border: none; background: {palette.GROUND}; }}
.row Input:focus, .row SelectCurrent, .row Select:focus SelectCurrent {{ background: {palette.PANEL}; }}
.row Input:focus, .row Select:focus SelectCurrent {{ background: {palette.HEIGHTS[2]}; text-style: bold; }}
#dialog-keys {{ color: {palette.QUIET_INK}; width: auto; }}
"""


class NiwashiApp(App[str]):
    """Shows one screen after the other; ends with what is to be said on leaving."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "leave_app", priority=True)]
    TITLE = "Niwashi"

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self._first = first

    def on_mount(self) -> None:
        self.push_screen(self._first, lambda _: self.exit(self.farewell))

    @property
    def farewell(self) -> str:
        """Of the table that is or was on the screen."""
        screens = [*reversed(self.screen_stack), self._first]
        tables = [screen.table for screen in screens if isinstance(screen, PlayScreen)]
        return tables[0].farewell if tables else ""

    def action_leave_app(self) -> None:
        self.exit(self.farewell)
