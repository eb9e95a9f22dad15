import { pdf, png, zip } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const claire = 'Claire Reuter <claire.reuter@valmoselle.example>'
const noll = 'Dr. Stefan Noll <stefan.noll@valmoselle.example>'
const daan = 'Daan Kuipers <daan.kuipers@tidewell.example>'
const juergen = 'Jürgen Pohl <juergen.pohl@tidewell.example>'
const priya = 'Priya Raman <priya.raman@tidewell.example>'
const tomasz = 'Tomasz Wrona <tomasz.wrona@tidewell.example>'

export const heron = inFolder('Work/Projects/Heron', 'heron', [
  {
    at: '1 17:52',
    from: daan,
    subject: 'Heron: sites 14 to 17 done, 18 has a swan',
    text: `Four gauges up today. Offsets measured against the staff: 14: +3 mm, 15: 0, 16: -11 (check the plate, I \
think somebody moved it), 17: +2.

At 18 there is a swan on a nest exactly where the bracket goes. I am not going near it. Valmoselle says end of May at \
the earliest.

Pictures tonight when I have a network again.
Daan`,
  },
  {
    language: 'fr',
    at: '2 10:11',
    from: claire,
    subject: 'Heron - visite du site 22 avec la commune',
    thread: 'heron-22',
    text: `Bonjour Robin,

La commune de Rosport-les-Prés souhaite voir l'emplacement avant de signer. Le bourgmestre craint que le mât ne gâche \
la vue depuis la terrasse du café, qui appartient à son beau-frère.

Seriez-vous libre mercredi à 15 h ? Apportez si possible une photo d'un mât déjà posé, de préférence un beau.

Bien cordialement,
Claire Reuter
Syndicat des eaux Valmoselle, service hydrométrie`,
  },
  {
    language: 'fr',
    at: '1 08:36',
    from: claire,
    subject: 'Re: Heron - visite du site 22 avec la commune',
    thread: 'heron-22',
    text: `Parfait pour mercredi. J'ai prévenu le bourgmestre, il offre le café, donc nous aurons la terrasse sous les \
yeux.

Merci pour la photo, mais pas celle avec le nid de pie s'il vous plaît.

CR`,
  },
  {
    language: 'de',
    at: '4 13:20',
    from: noll,
    subject: 'Pegel Heron: Abweichung Station 9 beim Hochwasser vom Wochenende',
    text: `Sehr geehrter Herr Maes,

beim Durchgang der Welle am Samstag zeigte Ihre Station 9 im Scheitel 4,87 m, unser alter Schwimmerpegel 4,81 m, die \
Lattenablesung des Wärters 4,83 m (bei Taschenlampe). Bei fallendem Wasser stimmen alle drei wieder überein.

Ich halte das für einen Staueffekt am neuen Gehäuse und nicht für einen Messfehler, hätte dazu aber gern Ihre \
Einschätzung, bevor ich es in den Bericht schreibe.

Mit freundlichen Grüßen
Dr. Stefan Noll
Leiter Hydrometrie, Valmoselle`,
    files: [
      {
        name: 'Station9_Welle.csv',
        contentType: 'text/csv',
        content:
          'zeit;heron_m;schwimmer_m\n18:00;4,12;4,11\n20:00;4,60;4,57\n22:00;4,87;4,81\n00:00;4,70;4,69\n' +
          '02:00;4,41;4,41\n',
      },
    ],
  },
  {
    at: '4 15:41',
    from: priya,
    subject: 'Re: Heron station 9 at the peak',
    text: `Noll is right and he is polite about it. It is bow wave on the housing: the difference goes with the square \
of the velocity, R² 0.94 on the three waves we have. Two ways out: turn the housing by 30 degrees, or correct in \
software. I would turn it. A correction that nobody remembers in five years is worse than six centimetres.

P.`,
  },
  {
    language: 'de',
    at: '9 07:05',
    from: juergen,
    subject: 'Heron Gehäuse, zweite Lieferung',
    text: `Robin,

30 Gehäuse fertig, davon 28 dicht. Zwei haben Lunker am Flansch, gehen zurück an Brightmetal. Wenn Valmoselle die 30 \
auf einmal will, wird es der 19., wenn 28 reichen, fährt Oskar sie morgen hin.

Jürgen`,
  },
  {
    at: '12 11:27',
    from: tomasz,
    subject: 'heron fw 3.4.1: what changed, short',
    text: `- radio sleeps between slots, battery from 14 to 19 months at 8 degrees
- clock drift fixed (was 9 s/month, now < 1)
- the bug Noll found: negative levels were sent as 65 thousand. Now negative levels are negative. I am sorry for the \
flood warning at station 3.

Rollout: 3 stations today, 10 tomorrow, rest Monday if nobody screams.`,
  },
  {
    language: 'fr',
    at: '15 16:48',
    from: claire,
    subject: 'Procès-verbal de réception, lot 1',
    text: `Bonjour,

Vous trouverez ci-joint le procès-verbal signé pour les stations 1 à 12. Deux réserves : l'étiquette de la station 5 \
est posée à l'envers et le cadenas de la station 8 n'est pas celui du marché.

Le délai de garantie court donc à partir du premier du mois.

Bien à vous,
Claire Reuter`,
    files: [
      {
        name: 'PV réception lot 1 (signé).pdf',
        contentType: 'application/pdf',
        content: pdf([
          'Valmoselle, service hydrometrie',
          'Proces-verbal de reception, lot 1',
          'Stations 1 a 12: recues, deux reserves',
        ]),
      },
    ],
  },
  {
    at: '19 09:15',
    from: 'Helen Carrick <helen.carrick@tidewell.example>',
    subject: 'Heron: what do we tell Valmoselle about the swan clause',
    text: `Robin, their lawyer found the nature protection paragraph. If we may not touch 18 and 31 before June, \
acceptance of lot 2 slips and so does the second instalment, which is not small. Can Daan move 31 to the other bank? \
Then only one station is late and we can live with it.

H`,
  },
  {
    at: '19 12:02',
    from: daan,
    subject: 'Re: Heron: what do we tell Valmoselle about the swan clause',
    text:
      `Other bank at 31 is a private jetty. The owner is a nice lady with a boat. She says yes if the box is ` +
      `green. I told her all our boxes are green. Jürgen, please make one green.`,
  },
  {
    language: 'de',
    at: '23 14:55',
    from: noll,
    subject: 'Kalibrierprotokolle',
    text: `Sehr geehrter Herr Maes,

für die Akkreditierung brauche ich von jeder der 40 Sonden das Protokoll mit Seriennummer, Datum, Prüfer und \
Unterschrift. "Liegt im Ordner" ist leider keine zulässige Angabe.

Bis Monatsende wäre schön.

Gruß
Noll`,
  },
  {
    language: 'de',
    at: '21 10:10',
    from: noll,
    subject: 'AW: Kalibrierprotokolle',
    text: `Vielen Dank, 40 von 40 angekommen und lesbar. So habe ich das in 22 Jahren noch nicht erlebt.

SN`,
  },
  {
    at: '28 18:40',
    from: daan,
    subject: 'pictures sites 1-12',
    text: `As promised. The one at site 6 is crooked because I was hanging.`,
    files: [
      { name: 'site06.png', contentType: 'image/png', content: png(140, 100, [60, 130, 160]) },
      { name: 'site06.png', contentType: 'image/png', content: png(140, 100, [60, 120, 150]) },
      { name: 'site12.png', contentType: 'image/png', content: png(140, 100, [90, 140, 120]) },
    ],
  },
  {
    language: 'fr',
    at: '34 11:19',
    from: 'Secrétariat Valmoselle <secretariat@valmoselle.example>',
    subject: 'Convocation : comité de suivi Heron',
    text: `Madame, Monsieur,

Le comité de suivi du réseau de stations Heron se réunira le deuxième jeudi du mois à 9 h 30 dans la salle de la \
station d'épuration (parking à droite après la barrière, ne pas suivre le GPS).

Ordre du jour : avancement du lot 2, incident de la station 3, calendrier des nids, divers.

Le secrétariat`,
  },
  {
    at: '40 10:32',
    from: claire,
    subject: 'English summary for the European report?',
    text: `Dear Robin,

the river commission asks for one page in English about the new gauges. You write English, I do not, at least not with \
pleasure. 300 words: what, where, why, a map. The map I have.

By the 20th? I owe you a Riesling.
Claire`,
  },
  {
    at: '47 16:59',
    from: 'Ada Fairweather <ada@fairweather-mapping.example.com>',
    subject: 'Heron map tiles, final set',
    text: `Hi Robin, here are the forty site maps at 1:5,000 for the Valmoselle permits. I drew the flood line from \
the 1993 mark. If they ask, that mark is on the church, not on the pub, people always say the pub.

Zip has no password this time.
Ada`,
    files: [
      {
        name: 'heron_maps.zip',
        contentType: 'application/zip',
        content: zip({
          'site01.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
          'README.txt': 'Scale 1:5000, flood line of 1993',
        }),
      },
    ],
  },
  {
    at: '53 08:01',
    from: tomasz,
    subject: 'do not update station 3',
    importance: 'high',
    text: `Please nobody touch station 3 until I have read its memory. It believes it is 2036 and I want to know why.`,
  },
  {
    language: 'de',
    at: '61 15:34',
    from: 'Bauhof Mertesheim <bauhof@mertesheim.example>',
    subject: 'Ihre Pegelstation an der Brücke',
    text: `Guten Tag,

an Ihrer Messstation an der Moselbrücke hängt ein Zettel "Bitte nicht anbinden". Trotzdem sind zwei Ruderboote daran \
angebunden. Wir haben den Haltern geschrieben. Der Mast steht noch gerade.

Kollegiale Grüße
K. Ehrang, Bauhof`,
  },
  {
    at: '75 13:13',
    from: priya,
    subject: 'rating curves 1-12 first draft',
    text:
      `First draft for the twelve stations. 2, 7 and 11 are good. 4 is nonsense because of the weir, as expected. ` +
      `I need two more discharge measurements at high water for the rest, so please order some rain.`,
  },
  {
    at: '88 09:45',
    from: claire,
    subject: 'Heron, contract signed on our side',
    text: `Dear Robin, dear Helen,

The board signed yesterday evening, unanimously with one abstention (the gentleman who abstains). The paper original \
is in the post. You may start with the foundations from Monday.

Thank you for your patience since, I counted, 14 months.
Claire Reuter`,
  },
])
