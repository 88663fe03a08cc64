/**
 * The names that are printed in the Dutch games and in the German Rattus Cartus, as their owners know them. A thing that
 * has no name in a German rulebook is left out there. `key` is the message that says just that name.
 */

export interface Printed {
  en: string
  nl?: string
  de?: string
  key?: string
}

export const PRINTED: Printed[] = [
  // classes
  { en: 'Peasantry', nl: 'Boerenstand', de: 'Landvolk', key: 'noun.class.peasantry' },
  { en: 'Bourgeoisie', nl: 'Burgerij', de: 'Bürgertum', key: 'noun.class.bourgeoisie' },
  { en: 'Church', nl: 'Kerk', de: 'Kirche', key: 'noun.class.church' },
  { en: 'Chivalry', nl: 'Ridderstand', de: 'Rittertum', key: 'noun.class.chivalry' },
  { en: 'Magic', nl: 'Magie', de: 'Zauberkunst', key: 'noun.class.magic' },
  { en: 'Royalty', nl: 'Koningshuis', de: 'Königtum', key: 'noun.class.royalty' },
  { en: 'Islam', nl: 'Islam', key: 'noun.class.islam' },
  // class cards; the German Trader is reported, not in a rulebook we have
  { en: 'Peasant', nl: 'Boer', key: 'noun.card.peasant' },
  { en: 'Merchant', nl: 'Koopman', key: 'noun.card.merchant' },
  { en: 'Monk', nl: 'Monnik', de: 'Mönch', key: 'noun.card.monk' },
  { en: 'Knight', nl: 'Ridder', key: 'noun.card.knight' },
  { en: 'Witch', nl: 'Heks', de: 'Hexe', key: 'noun.card.witch' },
  { en: 'King', nl: 'Koning', de: 'König', key: 'noun.card.king' },
  { en: 'Astronomer', nl: 'Astronoom', key: 'noun.card.astronomer' },
  { en: 'Explorer', nl: 'Ontdekkingsreiziger', key: 'noun.card.explorer' },
  { en: 'Trader', nl: 'Handelsreiziger', de: 'Karawanenführer', key: 'noun.card.trader' },
  { en: 'Sultan', nl: 'Sultan', key: 'noun.card.sultan' },
  // board and pieces of Rattus and Africanus
  { en: 'board', nl: 'spelbord', key: 'table.board' },
  { en: 'region', nl: 'regio' },
  { en: 'palace', nl: 'paleis', key: 'rattus.palace' },
  { en: 'class card', nl: 'klasse kaart', key: 'rattus.phase.1' },
  { en: 'class', nl: 'klasse', de: 'Stand' },
  { en: 'cube', nl: 'blokje' },
  { en: 'rat token', nl: 'rattenfiche', de: 'Rattenplättchen' },
  { en: 'starting token', nl: 'start rattenfiches' },
  { en: 'limit', nl: 'limietwaarde' },
  { en: 'symbol', nl: 'symbool' },
  { en: 'majority', nl: 'Meerderheid', key: 'noun.symbol.majority' },
  { en: 'all', nl: 'Alles', key: 'noun.symbol.all' },
  { en: 'plague pawn', nl: 'Zwarte Dood pion' },
  { en: 'plague region', nl: 'Zwarte Dood regio' },
  { en: 'stock', nl: 'voorraad' },
  { en: 'the Black Death', nl: 'Zwarte Dood', de: 'Schwarzen Tod' },
  { en: 'region card', nl: 'regiokaart' },
  { en: 'pile', nl: 'trekstapel' },
  { en: 'discards', nl: 'aflegstapel', de: 'Ablagestapel', key: 'cartus.discards' },
  { en: 'caravan', nl: 'karavaan', key: 'rattus.phase.caravan' },
  { en: 'diplomat disc', nl: 'diplomaat schijfje' },
  // turn and end
  { en: 'phase 1', nl: 'neem een nieuwe klasse kaart' },
  { en: 'phase 2', nl: 'plaats nieuwe blokjes op het spelbord' },
  { en: 'phase 3', nl: 'verplaats de Zwarte Dood pion' },
  { en: 'spreading', nl: 'verspreiden' },
  { en: 'ravage', nl: 'verwoesting' },
  { en: 'a token bites', nl: 'uitbraak' },
  { en: 'last round', nl: 'laatste ronde', de: 'letzten Runde' },
  { en: 'first player', nl: 'startspeler', de: 'Startspieler', key: 'home.first' },
  { en: 'turn', nl: 'beurt' },
  { en: 'point', nl: 'punt' },
  // buildings
  { en: 'Farm', nl: 'Boerderij', de: 'Farm', key: 'noun.building.farm' },
  { en: 'Brewery', nl: 'Brouwerij', de: 'Brauerei', key: 'noun.building.brewery' },
  { en: 'Marketplace', nl: 'Marktplaats', de: 'Marktplatz', key: 'noun.building.marketplace' },
  { en: 'Office', nl: 'Kantoor', de: 'Amt', key: 'noun.building.office' },
  { en: 'Monastery', nl: 'Klooster', de: 'Kloster', key: 'noun.building.monastery' },
  { en: 'Hospital', nl: 'Hospitaal', de: 'Hospital', key: 'noun.building.hospital' },
  { en: 'Castle', nl: 'Kasteel', de: 'Burg', key: 'noun.building.castle' },
  { en: 'Watchtower', nl: 'Wachttoren', de: 'Wachturm', key: 'noun.building.watchtower' },
  { en: 'Tent', nl: 'Tent van de waarzegger', de: 'Wahrsagerzelt', key: 'noun.building.tent' },
  { en: 'Hut', nl: 'Hut van de rattenvanger', de: 'Hütte des Rattenfängers', key: 'noun.building.hut' },
  { en: 'Palace', nl: 'Paleis', de: 'Palast', key: 'noun.building.palace' },
  { en: 'Treasury', nl: 'Schatkamer', de: 'Schatzkammer', key: 'noun.building.treasury' },
  // cards and pieces of Cartus
  { en: 'population card', nl: 'bevolkingskaart', de: 'Bevölkerungskarte' },
  { en: 'building card', nl: 'gebouwenkaart', de: 'Gebäudekarte' },
  { en: 'special card', nl: 'speciale kaart', de: 'Sonderkarte' },
  { en: 'joker', nl: 'joker', de: 'Jokerkarte', key: 'noun.special.joker' },
  { en: 'Sword', nl: 'Zwaard', de: 'Schwert', key: 'noun.special.sword' },
  { en: 'Flute', nl: 'Fluit', de: 'Flöte', key: 'noun.special.flute' },
  { en: 'Pass', nl: 'Pas', de: 'Passe', key: 'noun.special.pass' },
  { en: 'Gold', nl: 'Goud', de: 'Gold', key: 'noun.special.gold' },
  { en: 'nun', nl: 'nonnen', de: 'Nonnen' },
  { en: 'nun row', nl: 'Nonnen-rij', de: 'Nonnenreihe', key: 'cartus.nunRow' },
  { en: 'population deck', nl: 'bevolkingskaarten stapel', de: 'Bevölkerungskartenstapel' },
  { en: 'building deck', nl: 'gebouwenkaarten stapel', de: 'Gebäudekartenstapel' },
  { en: 'replacement deck', nl: 'vervangingsstapel', de: 'Ersatzstapel', key: 'cartus.replacement' },
  { en: 'rat', nl: 'rat', de: 'Ratte' },
  { en: 'victory point', nl: 'overwinningspunt', de: 'Siegpunkt' },
  { en: 'victory point token', nl: 'puntenfiche', de: 'Siegpunktmarker' },
  { en: 'influence point', nl: 'invloedspunt', de: 'Einflusspunkt' },
  { en: 'influence track', nl: 'invloedsspoor', de: 'Einflussleiste', key: 'result.track' },
  { en: 'disc', nl: 'houten schijfje', de: 'Holzscheibe' },
  { en: 'round', nl: 'ronde', de: 'Runde', key: 'result.round' },
  { en: 'hand card', nl: 'handkaart', de: 'Handkarte' },
  // actions and phases of Cartus
  { en: 'phase A', nl: 'trek nieuwe gebouwenkaarten', de: 'neue Gebäudekarten ziehen' },
  { en: 'phase B', nl: 'Bevoorrading', de: 'Nachschub', key: 'cartus.phase.supply' },
  { en: 'supply action', nl: 'bevoorradingsactie', de: 'Nachschubaktion' },
  { en: 'phase C', nl: 'gebouwen betreden en bevolkingskaarten spelen', de: 'Gebäude betreten und Bevölkerungskarten ausspielen' },
  { en: 'phase D', nl: 'afhandelen van gebouwen', de: 'Gebäude auswerten' },
  { en: 'phase E', nl: 'einde van een ronde', de: 'Ende der Runde' },
  { en: 'premium action', nl: 'speciale actie', de: 'Premiumaktion', key: 'cartus.premium' },
  { en: 'standard action', nl: 'gewone actie', de: 'Normalaktion', key: 'cartus.standard' },
  { en: 'draw', nl: 'trekken', de: 'ziehen' },
  { en: 'take (from a stack)', nl: 'pak', de: 'nehmen' },
  { en: 'discard', nl: 'afleggen', de: 'abwerfen' },
  { en: 'look at', nl: 'bekijken', de: 'ansehen' },
  { en: 'enter', nl: 'betreden', de: 'betreten' },
  { en: 'play', nl: 'spelen', de: 'ausspielen' },
  { en: 'the plague', nl: 'pest', de: 'Pest' },
  // seats that the rulebooks name
  { en: 'red', nl: 'rood', de: 'rot', key: 'noun.seat.red' },
  { en: 'yellow', nl: 'geel', de: 'gelb', key: 'noun.seat.yellow' },
  { en: 'green', nl: 'groen', de: 'grün', key: 'noun.seat.green' },
  { en: 'blue', nl: 'blauw', de: 'blau', key: 'noun.seat.blue' },
]

/** Words of our own that stood where a printed name belongs. A `*` stands for any ending. */
export const REPLACED = {
  nl: [
    'Sterrenkundige*', 'Ridderschap', 'Marktplein*', 'vrijgeleide*', 'hoofdactie*', 'penning*', 'klassenkaart*', 'nonnenrij', 'pestpion', 'pestregio', 'pestfiguur',
    'beginrat*', 'wisselstapel*', 'vervangstapel*', 'gebouwkaart*', 'bevolkingsstapel*', 'gebouwenstapel*', 'bijzondere kaart*', 'invloedspo*', 'voorraadactie*', 'voorraadfase', 'voorraden en', 'bijt', 'bijten',
    'afgelegde kaarten werden', 'eerste speler', 'allen)',
  ],
  de: [
    'Bauernstand*', 'Ritterschaft', 'Magie', 'Königshaus*', 'Händler*', 'Bauernhof*', 'Kontor*', 'Geleitbrief*', 'Hauptaktion*', 'einfache Aktion*', 'Marke', 'Marken', 'Siegpunktmarke', 'Siegpunktmarken', 'Volkskarte*',
    'besondere Karte*', 'Bevölkerungsstapel*', 'Gebäudestapel*', 'Vorratsaktion*', 'Vorratsphase', 'Ablage', 'das Zelt', 'ein Zelt', 'die Hütte',
  ],
} as const
