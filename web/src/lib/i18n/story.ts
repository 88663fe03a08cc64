/** Around the table: the end as one person lived it, invitations, whose turn it is, and whether hints may be asked for. */
import type { Same } from './format'

export const en = {
  yours: 'Your story', theirs: 'The end', of: 'of {n}',
  'came.2': 'You came second', 'came.3': 'You came third', 'came.4': 'You came fourth', 'came.5': 'You came fifth', 'came.6': 'You came sixth',
  died: 'You died of the plague', diedAll: 'You died of the plague, like all the others', sharedWith: 'You share the win with {names}',
  restPlague: '{alive}, {lost}', alive: '{n:one cube|# cubes} alive', lost: '{n:one|#} lost to the plague', lostNone: 'none lost to the plague', lostIn: '{lost}, in {region}', lostAllIn: '{lost}, all of them in {region}', lostMostIn: '{lost}, {n} of them in {region}',
  palace: '{n:One of your cubes is|# of your cubes are} safe in the palace.', finale: 'The finale cost you {n:one cube|# cubes}.', deadliest: 'Deadliest for you was the sign {symbol}: {n} cubes.', ledBy: '{name} led the plague to {n} of those you lost.',
  against: '{rats:one rat|# rats} against {nuns:one nun|# nuns}', restAlive: 'alive, with {against}, and {n:one point|# points}', restDead: '{against}; your {n:one point is|# points are} worth nothing',
  tooMany: '{n:One rat was|# rats were} too many.', closest: 'You had the fewest rats and came closest.', closestWith: 'You and {names} had the fewest rats and came closest.',
  pointsAre: 'Your {n:point is|# points are} for {list}.', pointsWere: 'Your {n:point was|# points were} for {list}.', mostOf: 'most {what}', gotRats: '{names} gave you {n:a rat|# rats}.', robbed: '{names} robbed you of {n:one card|# cards}.',
  behind: 'You were {n:one point|# points} behind {name}.', tie: 'You have as many points as {name}; the tie goes to who would have been next.', tieRats: 'You have as many points as {name}, but more rats.',
  lostTitle: 'What you lost, what lived', lostTitleOf: 'What {name} lost, what lived', ratsTitle: 'Your rats and points', ratsTitleOf: 'Rats and points of {name}',
  turnBy: 'Turn {n}, led there by {name}', turnByYou: 'Turn {n}, led there by you', inFinale: 'In the finale', more: 'And {n:one more cube|# more cubes}: {list}', none: 'The plague took nothing.', lived: '{n:One cube lived|# cubes lived}', livedNone: 'No cube lived', inPalace: 'palace',
  ratsStart: 'Rats at the start', ratsScored: 'With influence', ratsGot: 'Given by {names}', ratsGiven: 'Given away', ratsFreed: 'Discarded', ratsEnd: 'Rats at the end', ratsNuns: '{n:one nun|# nuns} in the row', cardsRobbed: 'Cards robbed by {names}', pointsEnd: 'Points', 
  hints: 'Hints', hintsHelp: 'Anybody may ask the computer for the best moves. Off between people at first.', hintsOn: 'may be asked for', hintsOff: 'none at this table',
  yourTurn: 'Your turn', waitsFor: '{name} is to move', yourTurns: '{n:one table waits|# tables wait} for you',
  ownLink: 'Your own seat, for another device', shareBy: 'Send', shareText: '{name} invites you to a game of {game}.', watchText: 'Watch a game of {game}.', qr: 'QR code', qrOf: 'QR code: {what}', qrHelp: 'Point the camera of a phone at it.', qrHide: 'Hide the QR code', linkOwn: 'This is the link of your seat. It moves the seat to another device; give it to nobody else.',
  seatsLeft: '{n:One seat is|# seats are} still empty.', allHere: 'Everybody is here.',
} as const

export const nl: Same<typeof en> = {
  yours: 'Jouw verhaal', theirs: 'Het einde', of: 'van {n}',
  'came.2': 'Je werd tweede', 'came.3': 'Je werd derde', 'came.4': 'Je werd vierde', 'came.5': 'Je werd vijfde', 'came.6': 'Je werd zesde',
  died: 'Je stierf aan de pest', diedAll: 'Je stierf aan de pest, net als alle anderen', sharedWith: 'Je deelt de winst met {names}',
  restPlague: '{alive}, {lost}', alive: '{n:één blokje leeft|# blokjes leven}', lost: '{n:één verloren|# verloren} aan de Zwarte Dood', lostNone: 'geen verloren aan de Zwarte Dood', lostIn: '{lost}, in {region}', lostAllIn: '{lost}, allemaal in {region}', lostMostIn: '{lost}, waarvan {n} in {region}',
  palace: '{n:Een van je blokjes is|# van je blokjes zijn} veilig in het paleis.', finale: 'De finale kostte je {n:één blokje|# blokjes}.', deadliest: 'Het dodelijkst voor jou was het symbool {symbol}: {n} blokjes.', ledBy: '{name} leidde de Zwarte Dood naar {n} van de blokjes die je verloor.',
  against: '{rats:één rat|# ratten} tegen {nuns:één non|# nonnen}', restAlive: 'je leeft, met {against}, en hebt {n:één punt|# punten}', restDead: '{against}; je {n:ene punt is|# punten zijn} niets waard',
  tooMany: '{n:Eén rat was|# ratten waren} te veel.', closest: 'Jij had de minste ratten en kwam het dichtst bij.', closestWith: 'Jij en {names} hadden de minste ratten en kwamen het dichtst bij.',
  pointsAre: 'Je {n:punt is|# punten zijn} voor {list}.', pointsWere: 'Je {n:punt was|# punten waren} voor {list}.', mostOf: 'meeste {what}', gotRats: 'Van {names} kreeg je {n:een rat|# ratten}.', robbed: 'Met het Zwaard verloor je {n:één kaart|# kaarten} aan {names}.',
  behind: 'Je zat {n:één punt|# punten} achter {name}.', tie: 'Je hebt evenveel punten als {name}; dan wint wie eerder aan de beurt zou zijn.', tieRats: 'Je hebt evenveel punten als {name}, maar meer ratten.',
  lostTitle: 'Wat je verloor, wat leeft', lostTitleOf: 'Wat {name} verloor, wat leeft', ratsTitle: 'Jouw ratten en punten', ratsTitleOf: 'Ratten en punten van {name}',
  turnBy: 'Beurt {n}, erheen geleid door {name}', turnByYou: 'Beurt {n}, erheen geleid door jou', inFinale: 'In de finale', more: 'En nog {n:één blokje|# blokjes}: {list}', none: 'De Zwarte Dood nam niets.', lived: '{n:Eén blokje leeft|# blokjes leven}', livedNone: 'Geen blokje leeft nog', inPalace: 'paleis',
  ratsStart: 'Ratten aan het begin', ratsScored: 'Bij invloed', ratsGot: 'Gekregen van {names}', ratsGiven: 'Weggegeven', ratsFreed: 'Afgelegd', ratsEnd: 'Ratten aan het eind', ratsNuns: '{n:één non|# nonnen} in de rij', cardsRobbed: 'Kaarten geroofd door {names}', pointsEnd: 'Punten', 
  hints: 'Tips', hintsHelp: 'Iedereen mag de computer om de beste zetten vragen. Onder mensen eerst uit.', hintsOn: 'mag je vragen', hintsOff: 'geen aan deze tafel',
  yourTurn: 'Jij bent aan de beurt', waitsFor: '{name} is aan de beurt', yourTurns: '{n:één tafel wacht|# tafels wachten} op jou',
  ownLink: 'Je eigen stoel, voor een ander apparaat', shareBy: 'Stuur', shareText: '{name} nodigt je uit voor een spel {game}.', watchText: 'Kijk mee bij een spel {game}.', qr: 'QR-code', qrOf: 'QR-code: {what}', qrHelp: 'Richt de camera van een telefoon erop.', qrHide: 'Verberg de QR-code', linkOwn: 'Dit is de link van jouw stoel. Zo verhuist hij naar een ander apparaat; geef hem aan niemand anders.',
  seatsLeft: '{n:Er is nog één stoel|Er zijn nog # stoelen} leeg.', allHere: 'Iedereen is er.',
}

export const de: Same<typeof en> = {
  yours: 'Deine Geschichte', theirs: 'Das Ende', of: 'von {n}',
  'came.2': 'Platz zwei für dich', 'came.3': 'Platz drei für dich', 'came.4': 'Platz vier für dich', 'came.5': 'Platz fünf für dich', 'came.6': 'Platz sechs für dich',
  died: 'Du bist an der Pest gestorben', diedAll: 'Du bist an der Pest gestorben, wie alle anderen', sharedWith: 'Du teilst den Sieg mit {names}',
  restPlague: '{alive}, {lost}', alive: '{n:ein Würfel lebt|# Würfel leben}', lost: '{n:einer|#} an die Pest verloren', lostNone: 'keiner an die Pest verloren', lostIn: '{lost}, in {region}', lostAllIn: '{lost}, alle in {region}', lostMostIn: '{lost}, {n} davon in {region}',
  palace: '{n:Einer deiner Würfel ist|# deiner Würfel sind} sicher im Palast.', finale: 'Das Finale hat dich {n:einen Würfel|# Würfel} gekostet.', deadliest: 'Am tödlichsten war für dich das Symbol {symbol}: {n} Würfel.', ledBy: '{name} führte die Pest zu {n} der Würfel, die du verloren hast.',
  against: '{rats:eine Ratte|# Ratten} gegen {nuns:eine Nonne|# Nonnen}', restAlive: 'am Leben, {against}, {n:ein Punkt|# Punkte}', restDead: '{against}; {n:dein Punkt zählt|deine # Punkte zählen} nicht',
  tooMany: '{n:Eine Ratte war|# Ratten waren} zu viel.', closest: 'Du hattest die wenigsten Ratten und kamst am nächsten.', closestWith: 'Du und {names} hattet die wenigsten Ratten und kamt am nächsten.',
  pointsAre: '{n:Dein Punkt ist|Deine # Punkte sind} für {list}.', pointsWere: '{n:Dein Punkt war|Deine # Punkte waren} für {list}.', mostOf: 'meiste {what}', gotRats: 'Von {names} hast du {n:eine Ratte|# Ratten} bekommen.', robbed: 'Mit dem Schwert verloren an {names}: {n:eine Karte|# Karten}.',
  behind: 'Du lagst {n:einen Punkt|# Punkte} hinter {name}.', tie: 'Du hast so viele Punkte wie {name}; dann gewinnt, wer früher an der Reihe wäre.', tieRats: 'Du hast so viele Punkte wie {name}, aber mehr Ratten.',
  lostTitle: 'Was du verloren hast, was lebt', lostTitleOf: 'Was {name} verlor, was lebt', ratsTitle: 'Deine Ratten und Punkte', ratsTitleOf: 'Ratten und Punkte von {name}',
  turnBy: 'Zug {n}, dorthin geführt von {name}', turnByYou: 'Zug {n}, dorthin geführt von dir', inFinale: 'Im Finale', more: 'Und noch {n:ein Würfel|# Würfel}: {list}', none: 'Die Pest hat nichts genommen.', lived: '{n:Ein Würfel lebt|# Würfel leben}', livedNone: 'Kein Würfel lebt mehr', inPalace: 'Palast',
  ratsStart: 'Ratten am Anfang', ratsScored: 'Mit dem Einfluss', ratsGot: 'Bekommen von {names}', ratsGiven: 'Weitergegeben', ratsFreed: 'Abgeworfen', ratsEnd: 'Ratten am Ende', ratsNuns: '{n:eine Nonne|# Nonnen} in der Reihe', cardsRobbed: 'Karten geraubt von {names}', pointsEnd: 'Punkte', 
  hints: 'Tipps', hintsHelp: 'Alle dürfen den Computer nach den besten Zügen fragen. Unter Menschen zunächst aus.', hintsOn: 'sind erlaubt', hintsOff: 'keine an diesem Tisch',
  yourTurn: 'Du bist am Zug', waitsFor: '{name} ist am Zug', yourTurns: '{n:ein Tisch wartet|# Tische warten} auf dich',
  ownLink: 'Dein eigener Platz, für ein anderes Gerät', shareBy: 'Schicken', shareText: '{name} lädt dich zu einem Spiel {game} ein.', watchText: 'Schau bei einem Spiel {game} zu.', qr: 'QR-Code', qrOf: 'QR-Code: {what}', qrHelp: 'Halte die Kamera eines Handys darauf.', qrHide: 'QR-Code verbergen', linkOwn: 'Das ist der Link zu deinem Platz. Damit zieht er auf ein anderes Gerät um; gib ihn niemandem sonst.',
  seatsLeft: '{n:Ein Platz ist|# Plätze sind} noch frei.', allHere: 'Alle sind da.',
}
