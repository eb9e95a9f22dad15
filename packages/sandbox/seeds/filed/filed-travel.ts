import { pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

export const travel = inFolder('Travel', 'travel', [
  {
    at: '4 10:41',
    from: 'Skylark Air <booking@mail.skylark-air.example>',
    subject: 'Booking confirmed: QK7P2M, Brussels to Asturias',
    html:
      `<body style="font-family:Helvetica,Arial,sans-serif"><h1 style="color:#0a5f8a">You are going to ` +
      `Asturias</h1><p>Reference <b>QK7P2M</b>, 4 passengers: MAES R, VANDAMME I, MAES J, MAES M.</p><table ` +
      `border="0" cellpadding="6"><tr><td>SK 318</td><td>Brussels 11:05</td><td>Asturias ` +
      `13:10</td></tr><tr><td>SK 319</td><td>Asturias 14:00</td><td>Brussels 15:55</td></tr></table><p>4 cabin ` +
      `bags, 1 hold bag of 20 kg. Seats are assigned at check-in, free of charge, next to each other if you are ` +
      `lucky.</p></body>`,
    files: [
      {
        name: 'QK7P2M-itinerary.pdf',
        contentType: 'application/pdf',
        content: pdf(['Skylark Air', 'QK7P2M', 'Brussels - Asturias']),
      },
    ],
  },
  {
    at: '3 06:00',
    from: 'Skylark Air <service@mail.skylark-air.example>',
    subject: 'Schedule change for your flight SK 319',
    text: `Dear passenger,

the departure of SK 319 (booking QK7P2M) moves from 14:00 to 14:35. Arrival is at 16:30. If the new time suits you \
there is nothing to do. If it does not, rebook without charge in My Trips or call us.

Skylark Air`,
    importance: 'high',
  },
  {
    language: 'es',
    at: '9 18:25',
    from: 'Hotel Mirador de Llanes <reservas@miradordellanes.example>',
    subject: 'Confirmación de su reserva 40318',
    text: `Estimado Sr. Maes:

Le confirmamos su reserva: habitación cuádruple con vistas (al aparcamiento, el mar está justo detrás), 2 noches, \
desayuno incluido, 214,00 €.

Entrada a partir de las 15 h. Si llegan tarde, la llave estará en el bar de enfrente, pregunten por Chus.

Un cordial saludo,
Recepción`,
  },
  {
    language: 'es',
    at: '75 09:09',
    from: 'Rosario Pría <casarosario@correo.example.org>',
    subject: 'La casa del 24 al 31',
    text: `Buenos días, soy la vecina de Marcos, la de las llaves. Me dice Lucía que son cuatro. Las sábanas las traen \
ustedes, toallas hay. El gas se abre con la llave roja, si huele a gas se vuelve a cerrar y me avisan.

¿A qué hora llegan? Lo pregunto para el arroz con leche.

Rosario`,
  },
  {
    at: '14 12:00',
    from: 'Transrail <tickets@transrail.example>',
    subject: 'Your e-ticket Luxembourg - Basel, coach 263',
    text: `Thank you for travelling with Transrail.

Outward: dep. Luxembourg 07:13, arr. Basel 10:38, coach 263 seat 71 (window)
Return: dep. Basel 17:21, arr. Luxembourg 20:45, coach 264 seat 33

The ticket is attached. It is valid only with an official photo ID of Robin Maes.`,
    files: [
      {
        name: 'ticket-TR-99182.pdf',
        contentType: 'application/pdf',
        content: pdf(['Transrail e-ticket', 'TR-99182', 'Luxembourg - Basel']),
      },
    ],
  },
  {
    at: '12 05:32',
    from: 'Transrail Service Alerts <noreply@transrail.example>',
    subject: 'Your train 296 runs 25 minutes late today',
    text:
      `Reason: animals on the line. Connections in Strasbourg will probably wait. We are sorry for the delay and ` +
      `so, presumably, is the cow.`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  },
  {
    language: 'de',
    at: '13 16:16',
    from: 'Gasthof Zum Rheinknie <info@zum-rheinknie.example>',
    subject: 'Ihre Zimmerreservierung',
    text: `Grüezi Herr Maes,

gern reservieren wir Ihnen ein Einzelzimmer für eine Nacht inklusive Frühstück zu CHF 128.–. Das Zimmer liegt \
hofseitig und ist ruhig, bis die Amsel anfängt.

Freundliche Grüsse
Fam. Stöcklin`,
  },
  {
    at: '21 20:55',
    from: 'Pronto Cars <reservations@prontocars.example>',
    subject: 'Reservation 7718-ES: compact estate or similar',
    text: `Pick-up: Asturias airport, desk in the arrivals hall, 13:30
Return: same place, 13:00, full tank
Extras: 1 booster seat, 1 child seat
Deposit: 900 EUR blocked on the card of the driver. Debit cards are not accepted, whatever the website told you.

See you soon!`,
  },
  {
    language: 'fr',
    at: '27 11:26',
    from: 'Auberge du Vieux Lavoir <contact@vieux-lavoir.example>',
    subject: 'Re: séjour week-end de Pentecôte',
    text: `Bonjour Monsieur,

Il nous reste la chambre sous les toits (charmante, plafond bas, attention à la tête) et la roulotte au fond du \
jardin, qui plaît beaucoup aux enfants et moins à leurs parents.

Je vous garde les deux jusqu'à dimanche. Petit-déjeuner 9 €, chiens bienvenus, coqs déjà sur place.

Bien à vous,
Solange`,
  },
  {
    language: 'nl',
    at: '48 09:40',
    from: 'Veerdienst Noordzee <boekingen@veerdienst-noordzee.example>',
    subject: 'Boekingsbevestiging overtocht, 1 auto, 4 personen, 4 fietsen',
    text: `Beste reiziger,

Uw boeking NZ-66104 is bevestigd.

Heen: 08:15, inchecken uiterlijk 07:30
Terug: 18:45
Voertuig: personenwagen met fietsdrager, hoogte 1,70 m

Neem uw fietsen NIET mee het dek op; ze blijven op de drager.

Goede reis,
Veerdienst Noordzee`,
  },
  {
    at: '55 22:22',
    from: 'Roomlark <stay@roomlark.example>',
    subject: 'How was your stay at "Loft above the bakery"?',
    text:
      `Hi Robin, you stayed with Henrike for one night. Was it clean? Was it as described? Did the smell of bread ` +
      `at four in the morning delight you or not? Your review helps other guests. It takes two minutes.`,
    headers: { 'List-Unsubscribe': '<https://roomlark.example/u/8812>' },
  },
  {
    language: 'fr',
    at: '64 13:03',
    from: 'Compagnie des Bateaux <reservation@bateaux-du-lac.example>',
    subject: 'Vos billets pour la croisière du 14 (annulation possible)',
    text: `Bonjour,

Vos quatre billets (2 adultes, 2 enfants) sont à présenter sur votre téléphone à l'embarquement, ponton C. Par vent \
supérieur à 5 Beaufort le bateau reste au port et nous vous remboursons sans discuter.`,
    files: [
      { name: 'billets.pdf', contentType: 'application/pdf', content: pdf(['Compagnie des Bateaux', '4 billets']) },
    ],
  },
  {
    at: '79 08:51',
    from: 'Skylark Air <refunds@mail.skylark-air.example>',
    subject: 'Refund for booking L0RR3T has been processed',
    text:
      `We have refunded 186.40 EUR to the card used for the payment. It may take up to seven working days. The ` +
      `fee for the hold bag is not refundable since the bag, our system believes, has flown.`,
  },
  {
    at: '99 15:45',
    from: 'Passport Office, e-Guichet <noreply@e-guichet.example>',
    subject: 'Passport for MAES MILA ready for collection before your trip',
    text:
      `The travel document requested for MAES Mila is ready at the citizens' desk, window 4. Please bring the old ` +
      `one and the child.`,
  },
])
