/** What is agreed before a game: the buildings of Cartus, hidden rats, and the list of it all. */
import type { Same } from './format'

export const en = {
  chooseMore: 'Choose {n:one more card|# more cards}', chooseFewer: 'Choose {n:one card fewer|# cards fewer}',
  oneEach: 'One building for each class', oneEachHelp: 'Five cards of each are in the game.',
  copies: 'Five building cards for each class', copiesHelp: 'Slide to say how many are of which building.', copiesOf: '{n}\u00a0×\u00a0{building}', building: '{class}: which building',
  watchtower: 'The books advise against the watchtower with two players. The lot never brings it there.', watchtowerLot: 'With two players the lot never brings the watchtower.',
  hideRats: 'Hide the rats of the others', hideRatsHelp: 'Play from memory: all changes are told, the numbers only at the end.',
  ratsCovered: 'rats face down', ratsCoveredHelp: 'At this table nobody sees how many rats the others have until the end. Remember what they gain and lose.',
  agreed: 'What was agreed', agreedShow: '{name}: what was agreed', yes: 'yes', no: 'no', lot: '{how}: {what}',
} as const

export const nl: Same<typeof en> = {
  chooseMore: 'Kies nog {n:één kaart|# kaarten}', chooseFewer: 'Kies {n:één kaart|# kaarten} minder',
  oneEach: 'Eén gebouw per klasse', oneEachHelp: 'Van elk zijn vijf kaarten in het spel.',
  copies: 'Vijf gebouwenkaarten per klasse', copiesHelp: 'Schuif om te zeggen hoeveel er van welk gebouw zijn.', copiesOf: '{n}\u00a0×\u00a0{building}', building: '{class}: welk gebouw',
  watchtower: 'De spelregelboekjes raden de wachttoren met twee spelers af. Het lot brengt hem dan nooit.', watchtowerLot: 'Met twee spelers brengt het lot nooit de wachttoren.',
  hideRats: 'Verberg de ratten van de anderen', hideRatsHelp: 'Spelen uit het hoofd: elke verandering wordt verteld, de aantallen pas aan het eind.',
  ratsCovered: 'ratten dicht', ratsCoveredHelp: 'Aan deze tafel ziet niemand tot het eind hoeveel ratten de anderen hebben. Onthoud wat ze erbij krijgen en kwijtraken.',
  agreed: 'Wat is afgesproken', agreedShow: '{name}: wat is afgesproken', yes: 'ja', no: 'nee', lot: '{how}: {what}',
}

export const de: Same<typeof en> = {
  chooseMore: 'Wähle noch {n:eine Karte|# Karten}', chooseFewer: 'Wähle {n:eine Karte|# Karten} weniger',
  oneEach: 'Ein Gebäude je Stand', oneEachHelp: 'Von jedem sind fünf Karten im Spiel.',
  copies: 'Fünf Gebäudekarten je Stand', copiesHelp: 'Stelle mit dem Schieber ein, wie viele von welchem Gebäude sind.', copiesOf: '{n}\u00a0×\u00a0{building}', building: '{class}: welches Gebäude',
  watchtower: 'Die Spielregeln raten zu zweit vom Wachturm ab. Das Los bringt ihn dann nie.', watchtowerLot: 'Zu zweit bringt das Los nie den Wachturm.',
  hideRats: 'Ratten der anderen verbergen', hideRatsHelp: 'Aus dem Gedächtnis spielen: Jede Änderung wird erzählt, die Zahlen erst am Ende.',
  ratsCovered: 'Ratten verdeckt', ratsCoveredHelp: 'An diesem Tisch sieht bis zum Ende niemand, wie viele Ratten die anderen haben. Merk dir, was sie bekommen und loswerden.',
  agreed: 'Was ausgemacht ist', agreedShow: '{name}: was ausgemacht ist', yes: 'ja', no: 'nein', lot: '{how}: {what}',
}
