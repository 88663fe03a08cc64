/** What is said in the first turns, step by step. The names in braces come from the game that was played. */

import type { Language } from '../i18n/index.svelte'
import type { GameName } from '../net/protocol'

type Says = Record<string, string>

const en: Record<GameName, Says> = {
  rattus: {
    hello: 'Europe, 1347. You play the red squares. Whoever has the most cubes alive at the end wins, and the plague is on its way.',
    settle: 'Everybody begins with two times two cubes. Put your first two in {region}: choose it on the map, then confirm below.',
    rats: 'All have settled, and your other two cubes have a place too. The black coins are rats, face down. The dark figure in {plague} is the plague. Your turn has three parts: a class card, cubes, the plague.',
    take: 'First you may take a class card, from beside the board or from another player. Take the Monk.',
    monk: 'You may use your cards right away. The Monk moves a rat across one border. Bring one from {from_region} to {region}: more rats mean more cubes there.',
    place: 'Now you place as many cubes as a region has rats. {region} has two: place two.',
    plague: 'At last you must move the plague to a region next to it. Send it to {region}: others live there, you do not.',
    spread: 'One rat lies in the plague region, so one more comes from the supply, to a region beside it. Put it into {region}, where you have no cubes.',
    bite: 'The rat in {region} was turned. Its limit is {limit} and there were {n} cubes, so it bit: the majority there lost one. {seat} will remember that.',
    cards: 'Rats also bite classes: who holds a card whose sign is on the rat loses a cube. So every card is a power and a risk, and they change hands all the time.',
    end: 'The game ends when the supply of rats is used up or somebody ends a turn with no cube left in stock. Then the plague visits every region once more, and all cubes alive are counted. You know enough to play.',
  },
  africanus: {
    hello: 'Africanus is Rattus with more: four cards of the class Islam, a hand of region cards, diplomats, and, with five or six players, North Africa. You play the red squares.',
    hand: 'These are your region cards. Only you see them. A card that you still hold at the end gives a point if you have the most cubes in its region, so {region} is a good home for you.',
    settle: 'Settle in {region} now.',
    take: 'All have settled. Take the Sultan: he belongs to Islam, the new class.',
    sultan: 'The Sultan puts a diplomat under one of your cubes. Send one to {region}. Most diplomats at the end: 4 points; second most: 2.',
    place: 'As in Rattus you place as many cubes as a region has rats. One in {region}.',
    plague: 'Now the plague. This time let it go to {region}, where you have cubes yourself: you will see what your cards are good for.',
    spread: 'One rat comes along. Put it into {region}.',
    protect: 'A rat bites in {region}, and it shows the sign of Islam: your Sultan would cost you a cube. Lay {card} on him. A region card covers one class card until the ravage of this region is over.',
    saved: 'The card is spent, and your cubes in {region} are alive. Against M (majority) and A (all) no card helps.',
    end: 'At the end cubes count one each, then region cards and diplomats. Everything else is as in Rattus. You know enough to play.',
  },
  cartus: {
    hello: 'The ruler is dead of the plague, and the throne is empty. Collect points, but mind your rats: who has more rats at the end than there are nuns in the nun row is dead and cannot win.',
    row: 'These buildings are open this round. A round has three steps: everybody takes a supply, then enters a building with cards, then the buildings are resolved.',
    supply: 'Every building offers a supply. Use that of {the}: draw two cards and lose a rat. All of you may use the same one.',
    hand: 'Your hand. A card has a class and some nuns. Each card that you play into a building is a point of influence in the class of the building; a card of another class also brings you a rat.',
    enter: 'Enter {the} and lay down your two cards of its class, {class}: they bring influence and no rats. Choose the building, then the two cards, then confirm. The others see only how many there are.',
    shown: 'All have entered, the cards were shown, and you gained {n} in {class}. You played the most in this building, so the premium action is yours; the others there get the standard one.',
    act: 'Now do it. Every building has an action of its own.',
    tracks: 'At the end the first on each of these six tracks gets 10 points, the second 5, the third 2. Of those on the same field the lower disc is ahead: it was there first.',
    nuns: 'And this is the nun row, five cards face down. Some supplies and the Tent let you look at them. Count your rats.',
    end: 'After eight to ten rounds the nun row is turned up. Of those who survive, the one with the most points takes the throne. You know enough to play.',
  },
}

const nl: Record<GameName, Says> = {
  rattus: {
    hello: 'Europa, 1347. Jij speelt de rode vierkantjes. Wie aan het eind de meeste levende blokjes heeft wint, en de Zwarte Dood is onderweg.',
    settle: 'Iedereen begint met twee keer twee blokjes. Leg je eerste twee in {region}: kies het op de kaart en bevestig hieronder.',
    rats: 'Allen hebben zich gevestigd, en je andere twee blokjes hebben ook een plek. De zwarte munten zijn rattenfiches, gedekt. De donkere gestalte in {plague} is de Zwarte Dood pion. Je beurt heeft drie fasen: een klasse kaart, blokjes, de Zwarte Dood pion.',
    take: 'Eerst mag je een klasse kaart nemen: een die naast het spelbord ligt, of een van een ander. Neem de Monnik.',
    monk: 'Je mag je kaarten meteen gebruiken. De Monnik verplaatst een rattenfiche over één grens. Breng er een van {from_region} naar {region}: meer rattenfiches betekenen daar meer blokjes.',
    place: 'Nu plaats je zoveel blokjes als een regio rattenfiches heeft. {region} heeft er twee: plaats er twee.',
    plague: 'Ten slotte moet je de Zwarte Dood pion naar een regio ernaast verplaatsen. Stuur hem naar {region}: daar wonen anderen, jij niet.',
    spread: 'In de Zwarte Dood regio ligt één rattenfiche, dus komt er één bij uit de voorraad, in een regio ernaast. Leg het in {region}, waar je geen blokjes hebt.',
    bite: 'Het rattenfiche in {region} is omgedraaid. De limietwaarde is {limit} en er lagen {n} blokjes, dus er kwam een uitbraak: wie daar de meerderheid had verloor er een. {seat} zal dat onthouden.',
    cards: 'Een uitbraak treft ook klassen: wie een kaart heeft waarvan het symbool op het rattenfiche staat, verliest een blokje. Zo is elke kaart een voordeel en een risico, en gaan ze steeds van hand tot hand.',
    end: 'Het spel eindigt als de voorraad rattenfiches op is of iemand aan het eind van de eigen beurt geen blokje meer in voorraad heeft. Dan richt de Zwarte Dood nog één keer overal verwoesting aan, en alle levende blokjes tellen. Je weet genoeg om te spelen.',
  },
  africanus: {
    hello: 'Africanus is Rattus met meer: vier kaarten van de klasse Islam, een hand regiokaarten, diplomaten en, met vijf of zes spelers, Noord-Afrika. Jij speelt de rode vierkantjes.',
    hand: 'Dit zijn je regiokaarten. Alleen jij ziet ze. Een kaart die je aan het eind nog hebt geeft een punt als je in die regio de meeste blokjes hebt, dus {region} is een goed thuis voor jou.',
    settle: 'Vestig je nu in {region}.',
    take: 'Allen hebben zich gevestigd. Neem de Sultan: hij hoort bij de Islam, de nieuwe klasse.',
    sultan: 'De Sultan legt een diplomaat schijfje onder een van je blokjes. Leg er een in {region}. De meeste schijfjes aan het eind: 4 punten; op één na de meeste: 2.',
    place: 'Zoals in Rattus plaats je zoveel blokjes als een regio rattenfiches heeft. Eén in {region}.',
    plague: 'Nu de Zwarte Dood pion. Laat hem deze keer naar {region} gaan, waar je zelf blokjes hebt: dan zie je waar je kaarten goed voor zijn.',
    spread: 'Er komt één rattenfiche bij. Leg het in {region}.',
    protect: 'Een uitbraak in {region}, en het rattenfiche toont het symbool van de Islam: je Sultan zou je een blokje kosten. Leg {card} op hem. Een regiokaart dekt één klasse kaart tot de verwoesting van deze regio voorbij is.',
    saved: 'De kaart is op, en je blokjes in {region} leven. Tegen M (Meerderheid) en A (Alles) helpt geen kaart.',
    end: 'Aan het eind telt elk blokje één punt, dan komen regiokaarten en diplomaten. Al het andere is zoals in Rattus. Je weet genoeg om te spelen.',
  },
  cartus: {
    hello: 'De vorst is aan de pest gestorven en de troon is leeg. Verzamel punten, maar let op je ratten: wie er aan het eind meer heeft dan er nonnen in de Nonnen-rij zijn, is dood en kan niet winnen.',
    row: 'Deze gebouwen zijn deze ronde open. Een ronde heeft drie stappen: ieder voert een bevoorradingsactie uit, betreedt dan een gebouw met kaarten, en dan worden de gebouwen afgehandeld.',
    supply: 'Elk gebouw biedt een bevoorradingsactie. Gebruik die van {the}: trek twee kaarten en leg een rat af. Jullie mogen allemaal dezelfde gebruiken.',
    hand: 'Je hand. Een kaart heeft een klasse en een aantal nonnen. Elke kaart die je in een gebouw speelt is een invloedspunt in de klasse van het gebouw; een kaart van een andere klasse brengt je ook een rat.',
    enter: 'Betreed {the} en speel je twee kaarten van die klasse, {class}: ze brengen invloedspunten en geen ratten. Kies het gebouw, dan de twee kaarten, en bevestig. De anderen zien alleen hoeveel het er zijn.',
    shown: 'Allen zijn binnen, de kaarten zijn getoond, en je won {n} in {class}. Jij speelde hier het meest, dus de speciale actie is van jou; de anderen daar krijgen de gewone actie.',
    act: 'Doe het nu. Elk gebouw heeft zijn eigen actie.',
    tracks: 'Aan het eind krijgt de eerste op elk van deze zes invloedssporen 10 punten, de tweede 5, de derde 2. Van wie op hetzelfde veld staat is het onderste schijfje voor: dat was er eerder.',
    nuns: 'En dit is de Nonnen-rij, vijf kaarten gedekt. Sommige bevoorradingsacties en de Tent van de waarzegger laten je erin kijken. Tel je ratten.',
    end: 'Na acht tot tien rondes wordt de Nonnen-rij omgedraaid. Van wie overleeft bestijgt wie de meeste punten heeft de troon. Je weet genoeg om te spelen.',
  },
}

const de: Record<GameName, Says> = {
  rattus: {
    hello: 'Europa, 1347. Du spielst die roten Quadrate. Wer am Ende die meisten lebenden Würfel hat, gewinnt, und die Pest ist unterwegs.',
    settle: 'Alle beginnen mit zweimal zwei Würfeln. Setze deine ersten zwei nach {region}: Wähle es auf der Karte und bestätige unten.',
    rats: 'Alle haben gesiedelt, und auch deine anderen zwei Würfel haben ihren Platz. Die schwarzen Münzen sind Ratten, verdeckt. Die dunkle Gestalt in {plague} ist die Pest. Dein Zug hat drei Teile: eine Ständekarte, Würfel, die Pest.',
    take: 'Zuerst darfst du eine Ständekarte nehmen, neben dem Brett weg oder von anderen. Nimm den Mönch.',
    monk: 'Deine Karten darfst du sofort nutzen. Der Mönch bewegt eine Ratte über eine Grenze. Hole eine von {from_region} nach {region}: Mehr Ratten heißt dort mehr Würfel.',
    place: 'Jetzt setzt du so viele Würfel, wie eine Region Ratten hat. {region} hat zwei: Setze zwei.',
    plague: 'Zuletzt musst du die Pest in eine Region daneben bewegen. Schick sie nach {region}: Dort leben andere, du nicht.',
    spread: 'In der Pestregion liegt eine Ratte, also kommt eine aus dem Vorrat dazu, in eine Region daneben. Lege sie nach {region}, wo du keine Würfel hast.',
    bite: 'Die Ratte in {region} wurde aufgedeckt. Ihre Grenze ist {limit}, und es waren {n} Würfel da, also biss sie: Wer dort die Mehrheit hatte, verlor einen. {seat} wird es sich merken.',
    cards: 'Ratten beißen auch Stände: Wer eine Karte hat, deren Zeichen auf der Ratte ist, verliert einen Würfel. So ist jede Karte Macht und Gefahr, und sie wechseln ständig den Besitzer.',
    end: 'Das Spiel endet, wenn der Vorrat an Ratten leer ist oder jemand am Ende seines Zuges keinen Würfel mehr im Vorrat hat. Dann kommt die Pest noch einmal überallhin, und alle lebenden Würfel zählen. Du weißt genug, um zu spielen.',
  },
  africanus: {
    hello: 'Africanus ist Rattus mit mehr: vier Karten vom Stand Islam, eine Hand Regionskarten, Diplomaten und, zu fünft oder sechst, Nordafrika. Du spielst die roten Quadrate.',
    hand: 'Das sind deine Regionskarten. Nur du siehst sie. Eine Karte, die du am Ende noch hast, gibt einen Punkt, wenn du in ihrer Region die meisten Würfel hast. {region} ist also ein gutes Zuhause für dich.',
    settle: 'Besiedle jetzt {region}.',
    take: 'Alle haben gesiedelt. Nimm den Sultan: Er gehört zum Islam, dem neuen Stand.',
    sultan: 'Der Sultan legt einen Diplomaten unter einen deiner Würfel. Schick einen nach {region}. Die meisten Diplomaten am Ende: 4 Punkte; die zweitmeisten: 2.',
    place: 'Wie in Rattus setzt du so viele Würfel, wie eine Region Ratten hat. Einen in {region}.',
    plague: 'Jetzt die Pest. Lass sie diesmal nach {region} ziehen, wo du selbst Würfel hast: So siehst du, wozu deine Karten gut sind.',
    spread: 'Eine Ratte kommt dazu. Lege sie nach {region}.',
    protect: 'Eine Ratte beißt in {region}, und sie zeigt das Zeichen des Islam: Dein Sultan würde dich einen Würfel kosten. Lege {card} auf ihn. Eine Regionskarte deckt eine Ständekarte, bis das Wüten in dieser Region vorbei ist.',
    saved: 'Die Karte ist verbraucht, und deine Würfel in {region} leben. Gegen M (Mehrheit) und A (alle) hilft keine Karte.',
    end: 'Am Ende zählt jeder Würfel einen Punkt, dazu kommen Regionskarten und Diplomaten. Alles andere ist wie in Rattus. Du weißt genug, um zu spielen.',
  },
  cartus: {
    hello: 'Der Herrscher ist an der Pest gestorben, und der Thron ist leer. Sammle Punkte, aber achte auf deine Ratten: Wer am Ende mehr hat, als Nonnen in der Nonnenreihe sind, ist tot und kann nicht gewinnen.',
    row: 'Diese Gebäude sind in dieser Runde offen. Eine Runde hat drei Schritte: Jeder führt eine Nachschubaktion aus, betritt dann ein Gebäude mit Karten, dann werden die Gebäude ausgewertet.',
    supply: 'Jedes Gebäude bietet eine Nachschubaktion. Nutze {the}: zwei Karten ziehen, eine Ratte abwerfen. Ihr dürft alle dieselbe nutzen.',
    hand: 'Deine Hand. Eine Karte hat einen Stand und einige Nonnen. Jede Karte, die du in ein Gebäude spielst, ist ein Einflusspunkt im Stand des Gebäudes; eine Karte eines anderen Standes bringt dir auch eine Ratte.',
    enter: 'Betritt {the} und spiel deine zwei Karten dieses Standes aus, {class}: Sie bringen Einflusspunkte und keine Ratten. Wähle das Gebäude, dann die zwei Karten, und bestätige. Die anderen sehen nur, wie viele es sind.',
    shown: 'Alle sind drin, die Karten wurden gezeigt, und du hast {n} in {class} gewonnen. Du hast hier am meisten ausgespielt, also gehört dir die Premiumaktion; die anderen dort haben die Normalaktion.',
    act: 'Führe sie jetzt aus. Jedes Gebäude hat seine eigene Aktion.',
    tracks: 'Am Ende bekommt der Erste auf jeder dieser sechs Einflussleisten 10 Punkte, der Zweite 5, der Dritte 2. Von denen auf demselben Feld liegt die untere Scheibe vorn: Sie war früher da.',
    nuns: 'Und das ist die Nonnenreihe, fünf Karten verdeckt. Manche Nachschubaktionen und das Wahrsagerzelt lassen dich hineinsehen. Zähle deine Ratten.',
    end: 'Nach acht bis zehn Runden wird die Nonnenreihe aufgedeckt. Von den Überlebenden besteigt, wer die meisten Punkte hat, den Thron. Du weißt genug, um zu spielen.',
  },
}

export const TEXTS: Record<Language, Record<GameName, Says>> = { en, nl, de }
