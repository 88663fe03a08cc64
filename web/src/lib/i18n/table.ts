/** The lobby and the frame of a table: players, prompt, hints, chat, undo, leaving. */
import type { Same } from './format'

export const en = {
  lobby: 'The table is being set', lobbyHelp: 'It begins as soon as every seat has somebody.', where: 'Table {name}',
  seats: 'Seats', sit: 'Sit down', sitHelp: 'This link is seat {n}. What is your name?', waitHost: 'Waiting for the host to begin.',
  links: 'Links to share', linkSeat: 'Link for seat {n}', linkWatch: 'Link to watch', linksHelp: 'Whoever has a link has the seat. It also moves a seat to another device.',
  closed: 'Closed', start: 'Begin the game', startWait: 'Fill or close the empty seats first.', level: 'Level of seat {n}',
  players: 'Players', prompt: 'What is expected', board: 'Board', cards: 'Cards', tracks: 'Tracks', hints: 'Hints', log: 'Log', chat: 'Chat', rules: 'Rules', tools: 'Tools',
  waiting: 'Waiting for {name}', waitingBot: '{name} is thinking', watching: 'You watch this table.', sending: 'Sending.', happening: 'See what happens', offline: 'Waiting for the server',
  pickHelp: 'Choose below or on the board.', oneBack: 'Back',   away: 'away', here: 'here', bot: 'computer, {level}', sitterFor: 'a computer sits in', spectators: '{n:# spectator|# spectators}',
  undo: 'Undo', undoNone: 'There is nothing of yours to take back.',   'asked.undo': '{name} asks to take moves back', 'asked.undoHelp': 'Somebody has learned something new since then. Do you agree?',
  'asked.rematch': '{name} asks for another game', 'asked.rematchHelp': 'The same seats, the same links. Do you agree?',
  'asked.yours': 'You have asked. Waiting for {names}.', agree: 'Agree', refuse: 'Refuse',
  answeredNo: '{name} does not agree.', answeredYes: '{name} agrees.',   left: '{name} has left; a computer plays on.', leftClock: 'The time of {name} is up; a computer plays on.', returned: '{name} is back.',
  leave: 'Leave the game', leaveHelp: 'A computer plays on for you. You can come back at any time with this link.', leaveNow: 'Leave', comeBack: 'Take the seat back', sittingIn: 'A computer plays for you.',
  hint: 'Ask for a hint', hintWait: 'Looking ahead.', hintNone: 'A hint is for whoever is to decide.', hintChance: 'chance to win', hintTry: 'Try this', hintSims: '{n} games tried',
  say: 'Say something', send: 'Send', chatNone: 'Nobody has said anything yet.',   days: '{n:# day|# days}', timeLeft: 'Time left', again: 'Play again', over: 'The game is over', share: 'Invite',
  phase: 'Phase', verify: 'The shuffle was fixed before the first move', commitment: 'Commitment', seedAfter: 'Seed {seed}, salt {salt}',
} as const

export const nl: Same<typeof en> = {
  lobby: 'De tafel staat bijna klaar', lobbyHelp: 'Het begint zodra op elke stoel iemand zit.', where: 'Tafel {name}',
  seats: 'Stoelen', sit: 'Ga zitten', sitHelp: 'Deze link is stoel {n}. Hoe heet je?', waitHost: 'Wachten tot de gastheer begint.',
  links: 'Links om te delen', linkSeat: 'Link voor stoel {n}', linkWatch: 'Link om te kijken', linksHelp: 'Wie een link heeft, heeft de stoel. Zo verhuist een stoel ook naar een ander apparaat.',
  closed: 'Gesloten', start: 'Begin het spel', startWait: 'Vul of sluit eerst de lege stoelen.', level: 'Sterkte van stoel {n}',
  players: 'Spelers', prompt: 'Wat er verwacht wordt', board: 'Spelbord', cards: 'Kaarten', tracks: 'Sporen', hints: 'Tips', log: 'Verloop', chat: 'Chat', rules: 'Regels', tools: 'Gereedschap',
  waiting: 'Wachten op {name}', waitingBot: '{name} denkt na', watching: 'Je kijkt aan deze tafel.', sending: 'Wordt verstuurd.', happening: 'Kijk wat er gebeurt', offline: 'Wachten op de server',
  pickHelp: 'Kies hieronder of op het spelbord.', oneBack: 'Terug',   away: 'weg', here: 'aanwezig', bot: 'computer, {level}', sitterFor: 'de computer valt in', spectators: '{n:# toeschouwer|# toeschouwers}',
  undo: 'Terugnemen', undoNone: 'Er is niets van jou om terug te nemen.',   'asked.undo': '{name} wil zetten terugnemen', 'asked.undoHelp': 'Sindsdien is er iets nieuws bekend geworden. Vind je dat goed?',
  'asked.rematch': '{name} wil nog een spel', 'asked.rematchHelp': 'Dezelfde stoelen, dezelfde links. Vind je dat goed?',
  'asked.yours': 'Je hebt het gevraagd. Wachten op {names}.', agree: 'Goed', refuse: 'Liever niet',
  answeredNo: '{name} vindt het niet goed.', answeredYes: '{name} vindt het goed.',   left: '{name} is weg; de computer speelt verder.', leftClock: 'De tijd van {name} is om; de computer speelt verder.', returned: '{name} is terug.',
  leave: 'Verlaat het spel', leaveHelp: 'De computer speelt voor je verder. Met deze link kom je altijd terug.', leaveNow: 'Verlaten', comeBack: 'Neem de stoel terug', sittingIn: 'De computer speelt voor je.',
  hint: 'Vraag een tip', hintWait: 'We kijken vooruit.', hintNone: 'Een tip is voor wie moet kiezen.', hintChance: 'kans om te winnen', hintTry: 'Probeer dit', hintSims: '{n} spellen geprobeerd',
  say: 'Zeg iets', send: 'Verstuur', chatNone: 'Nog niemand heeft iets gezegd.',   days: '{n:# dag|# dagen}', timeLeft: 'Tijd over', again: 'Nog een spel', over: 'Het spel is afgelopen', share: 'Uitnodigen',
  phase: 'Fase', verify: 'Het schudden lag vast vóór de eerste zet', commitment: 'Vastlegging', seedAfter: 'Startwaarde {seed}, salt {salt}',
}

export const de: Same<typeof en> = {
  lobby: 'Der Tisch wird vorbereitet', lobbyHelp: 'Es beginnt, sobald auf jedem Platz jemand sitzt.', where: 'Tisch {name}',
  seats: 'Plätze', sit: 'Platz nehmen', sitHelp: 'Dieser Link ist Platz {n}. Wie heißt du?', waitHost: 'Der Gastgeber beginnt gleich.',
  links: 'Links zum Teilen', linkSeat: 'Link für Platz {n}', linkWatch: 'Link zum Zuschauen', linksHelp: 'Wer einen Link hat, hat den Platz. So zieht ein Platz auch auf ein anderes Gerät um.',
  closed: 'Geschlossen', start: 'Spiel beginnen', startWait: 'Besetze oder schließe erst die leeren Plätze.', level: 'Stärke von Platz {n}',
  players: 'Mitspieler', prompt: 'Was zu tun ist', board: 'Brett', cards: 'Karten', tracks: 'Leisten', hints: 'Tipps', log: 'Verlauf', chat: 'Chat', rules: 'Regeln', tools: 'Werkzeuge',
  waiting: '{name} ist am Zug', waitingBot: '{name} denkt nach', watching: 'Du schaust an diesem Tisch zu.', sending: 'Wird gesendet.', happening: 'Schau, was geschieht', offline: 'Warten auf den Server',
  pickHelp: 'Wähle unten oder auf dem Brett.', oneBack: 'Zurück',   away: 'abwesend', here: 'anwesend', bot: 'Computer, {level}', sitterFor: 'der Computer vertritt', spectators: '{n:# Zuschauer|# Zuschauer}',
  undo: 'Zurücknehmen', undoNone: 'Es gibt nichts von dir zurückzunehmen.',   'asked.undo': '{name} möchte Züge zurücknehmen', 'asked.undoHelp': 'Seitdem hat jemand etwas Neues erfahren. Bist du einverstanden?',
  'asked.rematch': '{name} möchte noch ein Spiel', 'asked.rematchHelp': 'Dieselben Plätze, dieselben Links. Bist du einverstanden?',
  'asked.yours': 'Du hast gefragt. Noch offen: {names}.', agree: 'Einverstanden', refuse: 'Lieber nicht',
  answeredNo: '{name} ist nicht einverstanden.', answeredYes: '{name} ist einverstanden.',   left: '{name} ist gegangen; der Computer spielt weiter.', leftClock: 'Die Zeit von {name} ist um; der Computer spielt weiter.', returned: '{name} ist zurück.',
  leave: 'Spiel verlassen', leaveHelp: 'Der Computer spielt für dich weiter. Mit diesem Link kommst du jederzeit zurück.', leaveNow: 'Verlassen', comeBack: 'Platz wieder einnehmen', sittingIn: 'Der Computer spielt für dich.',
  hint: 'Um einen Tipp bitten', hintWait: 'Der Computer rechnet.', hintNone: 'Einen Tipp bekommt, wer zu entscheiden hat.', hintChance: 'Gewinnchance', hintTry: 'Das versuchen', hintSims: '{n} Spiele durchprobiert',
  say: 'Etwas sagen', send: 'Senden', chatNone: 'Noch hat niemand etwas gesagt.',   days: '{n:# Tag|# Tage}', timeLeft: 'Restzeit', again: 'Noch ein Spiel', over: 'Das Spiel ist zu Ende', share: 'Einladen',
  phase: 'Abschnitt', verify: 'Gemischt wurde vor dem ersten Zug', commitment: 'Festlegung', seedAfter: 'Startwert {seed}, Salt {salt}',
}
