/** The pages of rules. */
import type { Same } from './format'

export const en = {
  title: 'Rules', search: 'Search the rules', searchHint: 'a word, or a number such as R22', found: '{n:one rule|# rules}', nothing: 'No rule says that.', contents: 'Contents', loading: 'Fetching the rules.', failed: 'The rules could not be fetched.', again: 'Try again', base: 'Africanus adds to the rules of Rattus.', link: 'Link to rule {id}',
  choice: 'our reading', choiceHelp: 'The books leave this open; so it is played here.', edition: 'by edition', editionHelp: 'Editions differ here; it is set when the table is made.',
  credits: 'Icons by Cathelineau, Delapouite, Faithtoken, Guard13007, Lorc, Sbed from game-icons.net, CC BY 3.0, recoloured.', ours: 'Our reading', oursHelp: 'Rule by rule: what the book says or leaves open, and what is played here.', book: 'The book:', here: 'Here:',
} as const

export const nl: Same<typeof en> = {
  title: 'Regels', search: 'Zoek in de regels', searchHint: 'een woord, of een nummer zoals R22', found: '{n:één regel|# regels}', nothing: 'Dat staat in geen enkele regel.', contents: 'Inhoud', loading: 'De regels worden gehaald.', failed: 'De regels konden niet gehaald worden.', again: 'Probeer het weer', base: 'Africanus komt boven op de regels van Rattus.', link: 'Link naar regel {id}',
  choice: 'onze lezing', choiceHelp: 'De boekjes laten dit open; zo wordt het hier gespeeld.', edition: 'per uitgave', editionHelp: 'Uitgaven verschillen hier; je kiest het als je een tafel begint.',
  credits: 'Iconen van Cathelineau, Delapouite, Faithtoken, Guard13007, Lorc, Sbed van game-icons.net, CC BY 3.0, opnieuw gekleurd.', ours: 'Onze lezing', oursHelp: 'Regel voor regel: wat het boekje zegt of openlaat, en wat hier gespeeld wordt.', book: 'Het boekje:', here: 'Hier:',
}

export const de: Same<typeof en> = {
  title: 'Regeln', search: 'In den Regeln suchen', searchHint: 'ein Wort oder eine Nummer wie R22', found: '{n:eine Regel|# Regeln}', nothing: 'Das sagt keine Regel.', contents: 'Inhalt', loading: 'Die Regeln werden geholt.', failed: 'Die Regeln waren nicht zu holen.', again: 'Noch einmal versuchen', base: 'Africanus baut auf den Regeln von Rattus auf.', link: 'Link zu Regel {id}',
  choice: 'unsere Lesart', choiceHelp: 'Die Hefte lassen das offen; so wird es hier gespielt.', edition: 'je nach Ausgabe', editionHelp: 'Ausgaben unterscheiden sich hier; gewählt wird beim Eröffnen des Tisches.',
  credits: 'Symbole von Cathelineau, Delapouite, Faithtoken, Guard13007, Lorc, Sbed von game-icons.net, CC BY 3.0, neu eingefärbt.', ours: 'Unsere Lesart', oursHelp: 'Regel für Regel: was das Heft sagt oder offen lässt und was hier gespielt wird.', book: 'Das Heft:', here: 'Hier:',
}
