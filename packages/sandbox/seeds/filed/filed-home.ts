import { pdf, png } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

const syndic = 'Gestimmo Syndic <residence.tilleuls@gestimmo.example>'
const energy = 'Lumenergie <kundenservice@lumenergie.example>'
const fibre = 'Fibralux <support@fibralux.example>'
const commune = "Commune d'Esch-les-Bains <info@esch-les-bains.example>"

export const home = inFolder('Home', 'home', [
  {
    language: 'fr',
    at: '3 14:00',
    from: syndic,
    subject: 'Résidence Les Tilleuls : travaux ascenseur du 12 au 16',
    text: `Madame, Monsieur,

L'ascenseur sera hors service pendant cinq jours (remplacement du câble). Les courses lourdes peuvent être laissées au \
local vélos, code 2580, sans garantie quant aux yaourts.

Le syndic`,
  },
  {
    language: 'fr',
    at: '22 16:10',
    from: syndic,
    subject: 'Convocation assemblée générale des copropriétaires',
    text: `Madame, Monsieur,

L'assemblée générale aura lieu le 25 à 18 h 30 dans le hall (apporter une chaise). Points principaux : isolation du \
toit, bornes de recharge, odeur du local poubelles, élection du syndic, en l'occurrence nous.

Un formulaire de procuration est joint.`,
    files: [
      {
        name: 'convocation_AG.pdf',
        contentType: 'application/pdf',
        content: pdf(['Gestimmo', 'Convocation AG', 'Residence Les Tilleuls']),
      },
    ],
  },
  {
    language: 'fr',
    at: '58 10:30',
    from: syndic,
    subject: 'Décompte de charges annuel, lot 14',
    text: `Madame, Monsieur,

Votre décompte de charges fait apparaître un solde de 212,47 € en notre faveur, dû au chauffage collectif et à \
l'hiver. Paiement à 30 jours. Le détail par compteur est joint.`,
    files: [
      {
        name: 'decompte_lot14.pdf',
        contentType: 'application/pdf',
        content: pdf(['Gestimmo', 'Decompte lot 14', 'Solde 212,47 EUR']),
      },
    ],
  },
  {
    language: 'de',
    at: '5 06:20',
    from: energy,
    subject: 'Bitte lesen Sie Ihren Zähler ab',
    text: `Guten Tag Robin Maes,

bitte teilen Sie uns bis zum 15. den Stand Ihres Stromzählers 1ESY-4417 mit. Ein Foto genügt. Ohne Meldung schätzen \
wir, und wir schätzen hoch.

Lumenergie`,
  },
  {
    language: 'de',
    at: '36 06:20',
    from: energy,
    subject: 'Ihre Jahresabrechnung Strom: Guthaben 38,10 €',
    text: `Guten Tag Robin Maes,

Sie haben 2.614 kWh verbraucht, 9 % weniger als im Vorjahr. Das Guthaben verrechnen wir mit dem nächsten Abschlag, der \
auf 71 € im Monat sinkt.`,
    files: [
      {
        name: 'Jahresabrechnung.pdf',
        contentType: 'application/pdf',
        content: pdf(['Lumenergie', 'Jahresabrechnung', '2614 kWh']),
      },
    ],
  },
  {
    at: '7 17:59',
    from: fibre,
    subject: 'Fault in your area is repaired (ticket 99120)',
    text: `Dear customer,

the fault of this afternoon was caused by an excavator. The line works again since 17:41. Should your box still blink \
orange: unplug, count to thirty, plug in. Please really count.

Fibralux`,
  },
  {
    at: '29 09:00',
    from: fibre,
    subject: 'Your contract changes: faster, and 2 EUR dearer',
    text:
      `From the 1st of next month your line runs at 1 gigabit instead of 500 megabit. The price rises from 44.90 ` +
      `to 46.90 EUR. You may stay with the old speed and the old price, if you tell us before the 20th. We had to ` +
      `look for that sentence ourselves.`,
  },
  {
    language: 'fr',
    at: '4 08:15',
    from: commune,
    subject: 'Collecte des encombrants : votre rendez-vous du 9',
    text: `Bonjour,

Votre demande est enregistrée : 1 matelas, 1 étagère, 1 vélo d'enfant « avec autocollants ». Merci de les déposer \
devant le n° 12 le 9 au soir, pas avant, les voisins photographient.

Service hygiène`,
  },
  {
    language: 'fr',
    at: '40 12:00',
    from: commune,
    subject: "Coupure d'eau mercredi de 8 à 12 h, rue des Tilleuls",
    importance: 'high',
    text:
      `Des travaux sur la conduite principale imposent une coupure d'eau mercredi. Remplissez une carafe. À la ` +
      `remise en eau, laissez couler le robinet du bas quelques minutes : l'eau peut être brune mais elle a connu ` +
      `pire.`,
  },
  {
    language: 'fr',
    at: '9 19:26',
    from: 'Fatima Oliveira <fatima.oliveira@poste.example.net>',
    subject: 'Fuite ? (3e étage)',
    text: `Bonsoir Robin,

il y a une tache au plafond de notre salle de bains, juste sous la vôtre, grande comme une assiette depuis hier. Ce \
n'est peut-être rien. Pourriez-vous regarder derrière la machine à laver ?

Désolée de vous embêter un dimanche,
Fatima (2e gauche)`,
    files: [{ name: 'tache.png', contentType: 'image/png', content: png(80, 80, [200, 180, 140]) }],
  },
  {
    language: 'fr',
    at: '8 07:44',
    from: 'Plomberie Schank & Fils <schank@plomberie-schank.example>',
    subject: 'Passage mardi entre 8 et 10 h',
    text: `Bonjour, suite à votre appel : passage mardi pour la fuite salle de bains. C'est presque toujours le \
flexible. Dégagez la machine si vous pouvez, sinon à deux on y arrive. Déplacement 65 €.

M. Schank (le fils)`,
  },
  {
    at: '18 20:33',
    from: 'Gregor Blau <gregor.blau@mailbox.example>',
    subject: 'roof insulation, the numbers before the owners meeting',
    text: `Dear neighbours,

before everybody shouts on the 25th: I asked three firms. 41, 44 and 62 thousand. The subsidy covers 35 percent if we \
decide before July. Per flat that is about 2,300, spread over two years.

I am in favour. I live under the roof, so I would be.

Gregor, 5th floor`,
  },
  {
    at: '26 18:01',
    from: 'Gregor Blau <gregor.blau@mailbox.example>',
    subject: 'your bike blocks the meter',
    text:
      `Robin, the yellow one, in the cellar. The man from Lumenergie could not read mine and wrote "bicycle" into ` +
      `the form. No hurry, by Friday?`,
  },
  {
    language: 'de',
    at: '13 10:50',
    from: 'Schreinerei Wagener <werkstatt@schreinerei-wagener.example>',
    subject: 'Angebot Einbauschrank Flur',
    text: `Hallo Herr Maes,

nach dem Aufmaß am Montag: Eiche furniert 3.480 €, Fichte lackiert 2.650 €, jeweils mit Montage. Die Wand ist übrigens \
auf zwei Meter um drei Zentimeter krumm. Das Haus hat recht, der Schrank passt sich an.

Lieferzeit neun Wochen.
J. Wagener`,
    files: [
      {
        name: 'Angebot_Flurschrank.pdf',
        contentType: 'application/pdf',
        content: pdf(['Schreinerei Wagener', 'Angebot Einbauschrank']),
      },
    ],
  },
  {
    language: 'nl',
    at: '45 11:34',
    from: 'Tuinen Verstappe <planning@tuinen-verstappe.example>',
    subject: 'Heg achteraan, huis Greet',
    text: `Dag Robin,

wij komen de haag bij uw moeder snoeien in de week van de 10de, halve dag, 140 euro zonder afvoer. Ze vroeg of we het \
merelnest konden laten zitten, dat doen we, dus er blijft een bult.

Verstappe`,
  },
  {
    at: '62 15:15',
    from: 'Homestead Cover <policies@homestead-cover.example>',
    subject: 'Contents insurance: your policy renews in 60 days',
    text:
      `Policy HC-220917, contents of the flat, insured sum 58,000 EUR. The premium will be 196 EUR a year (was ` +
      `189). Bicycles are covered in a locked cellar, not in a stairwell, not "leaning".`,
  },
  {
    language: 'es',
    at: '90 18:22',
    from: 'Comunidad de Regantes <secretaria@regantes-pria.example>',
    subject: 'Recibo del agua, finca de Pría (Maes-Ferrán)',
    text:
      `Por la presente se comunica el importe anual del agua de riego, 18,00 €, correspondiente a la mitad que ` +
      `figura a nombre de D. Robin Maes. La otra mitad la paga su hermano, en sidra, según costumbre.`,
  },
])
