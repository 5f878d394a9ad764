think-failed = Dieser Browser kann Bots, Tipps und Analysen nicht berechnen, weil eine Datei beschädigt oder WebAssembly abgeschaltet ist. Der Server berechnet sie.
