import { pdf } from '../file-builders.ts'
import { inFolder, type SeedMail } from '../seed-mail.ts'

export const arrivingPrivate: SeedMail[] = [
  ...inFolder('Family', 'new-family', [
    {
      language: 'nl',
      from: 'Greet Maes <greet.maes@mailbox.example>',
      subject: 'jullie zijn iets vergeten',
      text:
        'Dag Robin,\n\nMila haar konijn (van stof) lag onder de zetel. Ik heb het op haar foto gezet zodat het ' +
        'niet alleen is. Wanneer komen jullie het halen?\n\nkus\nmama',
    },
    {
      language: 'nl',
      from: 'Katrien Maes <katrien.maes@post.example.org>',
      subject: "taarten en tafels, mama's 75ste",
      text:
        'Robin,\n\nTafels: 5 van 6 geregeld. Taarten: drie van mij, één van tante Odile (appel, zij stond erop). ' +
        "Jij regelt nog: muziek, verlengkabel, iemand die papa zijn oude dia's projecteert. Pieter zegt dat jij " +
        'de speech houdt.\n\nK.',
    },
    {
      from: 'Pieter Maes <pieter@llagar-maes.example>',
      subject: 'forty bottles, solved',
      text:
        "Brother, Javi's cousin drives a refrigerated truck to Ghent every second Tuesday. The cider travels with " +
        'the fish. Do not tell mum about the fish.\n\nP.',
    },
    {
      language: 'es',
      from: 'Lucía Ferrán <lucia.ferran@correo.example.org>',
      subject: 'Nel ha dicho «agua»',
      text:
        'Robin: o «abua», que puede ser abuela. Aquí hay dos bandos. Te mando el audio cuando lo repita.\n\nBesos ' +
        'a Ilse y a los niños,\nLucía',
    },
  ]),
  ...inFolder('School', 'new-school', [
    {
      language: 'fr',
      from: 'Mme Weber <c.weber@ecole-du-parc.example>',
      subject: 'Mila - lecture à voix haute vendredi',
      text:
        "Chers parents,\n\nVendredi chaque enfant lit une page devant la classe. Mila a choisi le mode d'emploi " +
        "d'un pluviomètre. C'est original, nous la soutenons.\n\nC. Weber",
    },
    {
      from: 'Mr Okafor <d.okafor@ecole-du-parc.example>',
      subject: 'Science fair: Jonas is through to the regional round',
      text:
        'Dear parents,\n\nthe bucket won. Jonas explained his error bars to the jury without being asked. The ' +
        'regional round is on the 9th in the town hall; he needs a lift, the bucket, and a table of 120 cm.\n\nD. ' +
        'Okafor',
    },
    {
      from: 'Parents 4B <parents-4b@lists.ecole-du-parc.example>',
      subject: '[parents-4b] whose scooter is in our garden',
      headers: { 'List-Id': 'Parents 4B <parents-4b.lists.ecole-du-parc.example>', Precedence: 'list' },
      text:
        'Green, one wheel lights up, name on it has been eaten by rain. It has been here since the picnic.\n\n' +
        'Sandra, mum of Theo',
    },
    {
      language: 'fr',
      from: 'Cantine du Parc <cantine@ecole-du-parc.example>',
      subject: 'Menus de la semaine',
      text:
        'Lundi : velouté de carottes, lasagnes (ou légumes), poire\nMardi : betteraves, poulet, semoule, fromage ' +
        'blanc\nJeudi : soupe, poisson pané, épinards, crêpe\nVendredi : salade, hachis parmentier, fruit',
    },
  ]),
  ...inFolder('Club', 'new-club', [
    {
      language: 'de',
      from: 'Uwe Kessler <training@rc-obersauer.example>',
      to: ['ruderer@liste.rc-obersauer.example'],
      headers: { 'List-Id': 'Ruderer RCO <ruderer.liste.rc-obersauer.example>' },
      subject: '[ruderer] Pegel fällt, Samstag 8:30 wieder Wasser',
      text:
        'Leute,\n\n1,95 und fallend. Samstag 8:30 Vierer und Doppelzweier. Treibholz gucken ist Aufgabe der ' +
        'Steuerfrau.\n\nUwe',
    },
    {
      from: 'Gareth Pugh <gareth.pugh@post.example.org>',
      subject: 'old eight laminated, hands still sticky',
      text:
        'Robin, she is whole again. Needs two days to cure, then she may go out, gently. I hung your two old oars ' +
        'over the bar, they look better there than they ever rowed.\n\nGareth',
    },
    {
      language: 'de',
      from: 'Regattabüro Saarbogen <meldung@regatta-saarbogen.example>',
      subject: 'Zeitplan Frühjahrsregatta: Rennen 14 um 11:40',
      text:
        'Sehr geehrte Sportkameraden,\n\nMasters-Vierer C startet in Rennen 14 um 11:40 auf Bahn 3. Startnummern ' +
        'am Zelt. Bei Wind aus West wird die Strecke auf 700 m verkürzt.\n\nRegattabüro',
      files: [
        {
          name: 'Zeitplan.pdf',
          contentType: 'application/pdf',
          content: pdf(['Regatta Saarbogen', 'Rennen 14: 11:40, Bahn 3']),
        },
      ],
    },
  ]),
  ...inFolder('Travel', 'new-travel', [
    {
      from: 'Skylark Air <booking@mail.skylark-air.example>',
      subject: 'Check-in is open for QK7P2M',
      html:
        '<h1 style="color:#0a5f8a">Check-in is open</h1><p>SK 318 Brussels to Asturias, 4 passengers. Your seats: ' +
        '22A, 22B, 22C and, across the aisle, 22D. Boarding passes are in the app.</p>',
    },
    {
      language: 'es',
      from: 'Hotel Mirador de Llanes <reservas@miradordellanes.example>',
      subject: 'Su llegada: hora y cunas',
      text:
        'Estimado Sr. Maes:\n\n¿Nos puede indicar a qué hora llegarán y si necesitan cuna? El bar de enfrente ' +
        'cierra los lunes, ese día la llave la tiene la panadera.\n\nRecepción',
    },
    {
      from: 'Transrail <tickets@transrail.example>',
      subject: 'Your train on the 6th: change of platform and coach',
      text:
        'Coach 263 was replaced by coach 273. Your window seat 71 stays 71 and is now, we are told, on the side ' +
        'with the lake. Ticket TR-99544 remains valid.',
    },
  ]),
  ...inFolder('Newsletters', 'new-letter', [
    {
      from: 'The Gauge <hello@thegauge.example.org>',
      subject: 'The Gauge #213: who owns the rain?',
      headers: {
        'List-Id': '<letter.thegauge.example.org>',
        'List-Unsubscribe': '<https://thegauge.example.org/unsubscribe?u=7f3a>',
        Precedence: 'bulk',
      },
      html:
        '<h2>Who owns the rain?</h2><p>The farmer, the roof, the town, or the first who puts a barrel under it: ' +
        'four answers from four countries, and one neighbour with a very long pipe.</p><p ' +
        'style="font-size:12px">You get The Gauge because you like water.</p>',
    },
    {
      language: 'de',
      from: 'Der Sonntagsbrief <brief@sonntagsbrief.example>',
      subject: 'Über das Winken',
      headers: { 'List-Id': '<sonntagsbrief.example>', Precedence: 'bulk' },
      text:
        'Guten Morgen,\n\nauf dem Fluss winkt jeder jedem. Auf der Straße niemand. Ein Versuch, das zu ändern, ' +
        'mit Erlaubnis der Polizei.\n\nDie Redaktion\n\nAbbestellen: eine leere Mail genügt.',
    },
    {
      from: 'Slow Kitchen <nadia@slowkitchen.example>',
      subject: 'Leeks, butter, time',
      headers: {
        'List-Id': '<weekly.slowkitchen.example>',
        'List-Unsubscribe': '<https://slowkitchen.example/unsubscribe?u=7f3a>',
      },
      html: '<h2>Leeks</h2><p>Half an hour, a lid, butter, nothing else. People will ask what is in it. Say: time.</p>',
    },
    {
      language: 'it',
      from: 'La Posta del Po <posta@lapostadelpo.example>',
      subject: 'Il traghetto riapre, il traghettatore no',
      headers: { 'List-Id': '<lapostadelpo.example>', Precedence: 'bulk' },
      text:
        "Cari lettori,\n\nil traghetto è stato ridipinto. Il signor Aldo, dopo quarant'anni, preferisce guardarlo " +
        'dalla riva. Lo abbiamo guardato con lui.',
    },
  ]),
  ...inFolder('Orders', 'new-order', [
    {
      from: 'Swiftfox Parcel <notify@swiftfox.example>',
      subject: 'Your parcel from Bookmarrow comes today between 10:20 and 12:20',
      html:
        '<table width="480"><tr><td bgcolor="#d9480f"><font color="white" ' +
        'size="5">swiftfox</font></td></tr><tr><td>Parcel <b>SFX 7760 3341</b> is in the van. 12 stops before ' +
        'you.</td></tr></table>',
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Mailer': 'sfx-notify/7' },
    },
    {
      language: 'de',
      from: 'Kesselhaus Kaffee <bestellung@kesselhaus-kaffee.example>',
      subject: 'Bestellung KH-8177: 3 x Espresso',
      text:
        'Hallo Robin,\n\n3 x 500 g Espresso "Schlot", ganze Bohne, Summe 46,50 €. Wir rösten am Dienstag für ' +
        'dich.\n\n--\nKesselhaus Kaffeerösterei',
    },
    {
      language: 'fr',
      from: 'Petit Marché en Ligne <bonjour@petitmarche.example>',
      subject: 'Votre panier de jeudi est validé',
      text:
        'Bonjour Robin,\n\nVotre panier : 1 cageot de légumes, 6 œufs, 1 pot de miel de tilleul, et les fraises ' +
        'sont de retour. Environ 39 €. Livraison jeudi entre 17 et 19 h.',
    },
  ]),
]
