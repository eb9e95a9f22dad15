import { inFolder } from '../seed-mail.ts'
import { png } from '../file-builders.ts'

const greet = 'Greet Maes <greet.maes@mailbox.example>'
const katrien = 'Katrien Maes <katrien.maes@post.example.org>'
const ilse = 'Ilse Vandamme <ilse.vandamme@mailbox.example>'

export const familyDutch = inFolder('Family', 'family-nl', [
  {
    language: 'nl',
    at: '2 19:42',
    from: greet,
    subject: 'zondag',
    text: `Dag Robin,

Komen jullie nu zondag of volgende week? Ik moet het weten voor de slager, hij wil dat ik donderdag bestel. Jonas eet \
toch nog altijd geen konijn?

De dokter was trouwens tevreden over mijn knie. Trap op gaat, trap af nog niet te vlot.

kus
mama`,
  },
  {
    language: 'nl',
    at: '5 08:10',
    from: greet,
    subject: 'Re: zondag',
    thread: 'sunday-lunch',
    text: `Goed, dan stoofvlees. Breng zelf jullie pantoffels mee, de vloer in de gang ligt open.

> Mama, we komen met vier, rond twaalf uur. Mila wil weten
> of de kat van de buren nog leeft.

Die leeft nog. Helaas.`,
  },
  {
    language: 'nl',
    at: '17 21:15',
    from: katrien,
    subject: "Mama's 75ste: plan A en plan B",
    thread: 'mum-75',
    text: `Robin,

Ik heb het uitgerekend. Zaaltje van de parochie: 180 euro, eigen drank. Restaurant aan de vaart: 48 per persoon maar \
dan moeten we niks afwassen. Met 26 man is dat een groot verschil.

Plan A: zaaltje, Luc doet de barbecue, jij de muziek, ik de taarten.
Plan B: restaurant en we leggen elk 600 euro.

Pieter zegt dat alles goed is zolang hij de vlucht uit Asturië op tijd kan boeken, dus NIET wachten tot april zoals \
bij papa.

Zeg iets voor vrijdag?
K.`,
  },
  {
    language: 'nl',
    at: '14 07:58',
    from: katrien,
    subject: "Re: Mama's 75ste: plan A en plan B",
    thread: 'mum-75',
    text: `Plan A dus. Ik heb het zaaltje vastgelegd, voorschot 50 euro, sleutel bij mevrouw Claes.
Wie zegt het tegen tante Odile? Zij kan niet tegen trappen en het toilet is beneden.`,
  },
  {
    language: 'nl',
    at: '9 22:40',
    from: ilse,
    subject: 'lijstje weekend (ik vergeet het anders zelf)',
    text: `- Mila: badmuts, 2 euro voor het locker
- Jonas moet zijn fluit meenemen naar oma, hij heeft nog nooit voor haar gespeeld
- zaterdag 10u: sleutel afgeven bij Marleen voor de planten
- verjaardagskaart Luc (ik heb er een in de lade, groene enveloppe)
- jij: banden oppompen!!

x`,
  },
  {
    language: 'nl',
    at: '31 12:05',
    from: ilse,
    subject: '',
    text: `neem jij brood mee? ik zit vast op het werk tot zeven`,
  },
  {
    language: 'nl',
    at: '44 20:31',
    from: 'Luc Vandamme <luc.vandamme@post.example.org>',
    subject: 'foto van de serre',
    text: `Robin,

Zie bijlage, de serre staat. Drie dagen werk en twee keer ruzie met uw schoonmoeder over de plaats van de deur. De \
tomaten mogen erin vanaf half mei.

Die oude regenmeter die gij hebt meegebracht hangt aan de paal. Gisteren 11 mm, kan dat kloppen of is hij kapot?

Luc`,
    files: [{ name: 'IMG_2231 serre.png', contentType: 'image/png', content: png(96, 64, [120, 170, 110]) }],
  },
  {
    language: 'nl',
    at: '52 18:20',
    from: greet,
    subject: 'FW: FW: FW: heel grappig!!',
    text: `haha echt iets voor Jonas

---------- Doorgestuurd bericht ----------
Van: Mariette
Aan: kaartclub
> Doorgestuurd
>> > Een leerling komt te laat in de les. "Waarom ben je te laat?"
>> > "Omdat u al begonnen was zonder mij, meneer."
>> >
>> > Stuur dit door naar vijf mensen die je graag ziet!`,
  },
  {
    language: 'nl',
    at: '67 16:44',
    from: katrien,
    subject: 'papieren notaris',
    text: `Hoi,

De notaris vraagt van ons drie een kopie van de identiteitskaart, voor- en achterkant, en de handtekening van Pieter \
moet gelegaliseerd worden op het consulaat. Hij vindt dat natuurlijk belachelijk. Ik ook.

Kun jij hem eens bellen? Naar jou luistert hij. Het gaat over dat stukje weide achter het huis, zestien are, niemand \
wil het hebben maar het moet wel ergens op staan.

Katrien`,
  },
  {
    language: 'nl',
    at: '81 09:12',
    from: greet,
    subject: 'recept dat je vroeg',
    text: `De speculaas van oma, zoals ze in het schriftje staat:

500 g bloem, 300 g bruine kandijsuiker, 250 g boter (echte!), 2 eieren, een koffielepel kaneel, een halve kruidnagel \
gemalen, snuifje zout, klein beetje bicarbonaat. Een nacht laten rusten in de kelder. Dun uitrollen. Oven "matig", zij \
deed dat op de hand, ik denk 170.

Niet te lang bakken, ze worden nog hard als ze afkoelen. En niet met margarine want dan bel ik.`,
  },
  {
    language: 'nl',
    at: '96 23:02',
    from: ilse,
    subject: 'Re: Re: zomer',
    text: `Ik heb nog eens gekeken. Als we de laatste week van juli nemen is het huisje van Pieters vriend vrij, 90 \
per nacht, geen wifi. Eén week geen wifi met Jonas, durven we dat?

Ik zeg ja.`,
  },
])
