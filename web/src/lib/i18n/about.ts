/** Whose games these are, which of their parts are our guess, and what an owner of a box can do about it. */
import type { Same } from './format'

export const en = {
  title: 'About', fan: 'An unofficial fan implementation, without any text or art of the publisher: the rules are in our own words.',
  games: 'Rattus, Rattus Africanus and Rattus Cartus are games by Åse and Henrik Berg, published by White Goblin Games. If you like them, buy them.',
  parts: 'Partly reconstructed', partsText: 'The rulebooks show many parts only as pictures. Reconstructed are most faces of the rat tokens, most borders of the map and all of North Africa, the symbols on the region cards, and in Cartus most supply actions, how the nuns are spread over the classes, and the values of the victory point tokens.',
  own: 'Do you own the box?', ownText: 'Then play with your own tables: copy the folder {folder}, correct in it what your parts show, and play in the terminal with {command}. A game saved there can be watched here as a record.',
  ours: 'Where the books are silent: our reading',
} as const

export const nl: Same<typeof en> = {
  title: 'Over dit spel', fan: 'Een onofficiële uitvoering van fans, zonder tekst of beeld van de uitgever: de regels staan hier in onze eigen woorden.',
  games: 'Rattus, Rattus Africanus en Rattus Cartus zijn spellen van Åse en Henrik Berg, uitgegeven door White Goblin Games. Vind je ze leuk, koop ze dan.',
  parts: 'Deels gereconstrueerd', partsText: 'De boekjes tonen veel onderdelen alleen als plaatje. Gereconstrueerd zijn de meeste voorzijden van de rattenfiches, de meeste grenzen op de kaart en heel Noord-Afrika, de symbolen op de regiokaarten, en in Cartus de meeste bevoorradingsacties, de verdeling van de nonnen over de klassen en de waarden van de puntenfiches.',
  own: 'Heb je de doos?', ownText: 'Speel dan met je eigen tabellen: kopieer de map {folder}, verbeter daarin wat jouw onderdelen tonen, en speel in de terminal met {command}. Een spel dat je daar bewaart, kun je hier als verslag terugkijken.',
  ours: 'Waar de boekjes zwijgen: onze lezing',
}

export const de: Same<typeof en> = {
  title: 'Über dieses Spiel', fan: 'Eine inoffizielle Umsetzung von Fans, ohne Texte und Bilder des Verlags: Die Regeln stehen hier in unseren eigenen Worten.',
  games: 'Rattus, Rattus Africanus und Rattus Cartus sind Spiele von Åse und Henrik Berg, erschienen bei White Goblin Games. Wenn sie dir gefallen, kauf sie.',
  parts: 'Zum Teil rekonstruiert', partsText: 'Die Hefte zeigen vieles nur als Bild. Rekonstruiert sind die meisten Vorderseiten der Ratten, die meisten Grenzen der Landkarte und ganz Nordafrika, die Zeichen der Regionskarten und in Cartus die meisten Nachschubaktionen, die Verteilung der Nonnen auf die Stände und die Werte der Siegpunktmarker.',
  own: 'Hast du die Schachtel?', ownText: 'Dann spiel mit deinen eigenen Tabellen: Kopiere den Ordner {folder}, berichtige darin, was dein Spielmaterial zeigt, und spiel im Terminal mit {command}. Ein dort gespeichertes Spiel lässt sich hier als Protokoll ansehen.',
  ours: 'Wo die Hefte schweigen: unsere Lesart',
}
