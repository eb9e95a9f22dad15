import { pdf } from '../file-builders.ts'
import { inFolder } from '../seed-mail.ts'

export const projects = inFolder('Work/Projects', 'projects', [
  {
    at: '8 10:25',
    from: 'Hydro Measure Conference <programme@hydromeasure-conf.example>',
    subject: 'Your abstract #218 has been accepted as a talk',
    text: `Dear Robin Maes,

the programme committee is happy to accept "Cheap gauges, honest numbers" as a talk of 15 + 5 minutes in session C2. \
One reviewer asks for error bars on figure 3, the other for fewer adjectives.

Please confirm by the end of next week and upload the final abstract.

Programme committee, Hydro Measure`,
  },
  {
    language: 'de',
    at: '18 08:12',
    from: 'Vergabestelle Talsperrenverband Nordeifel <vergabe@talsperren-nordeifel.example>',
    subject: 'Aufforderung zur Angebotsabgabe: Sickerwassermessung',
    text: `Sehr geehrte Damen und Herren,

im Rahmen einer beschränkten Ausschreibung bitten wir um Ihr Angebot für zwölf Messstellen im Kontrollgang. Die \
Unterlagen finden Sie im Anhang, Bieterfragen nur schriftlich.

Abgabefrist ist der letzte Werktag des kommenden Monats, 12:00 Uhr. Es gilt der Eingang, nicht der gute Wille.

I. A. Schmitz-Harzen`,
    files: [
      {
        name: 'Leistungsverzeichnis.pdf',
        contentType: 'application/pdf',
        content: pdf(['Talsperrenverband Nordeifel', 'Leistungsverzeichnis, 12 Messstellen']),
      },
    ],
  },
  {
    at: '23 16:40',
    from: 'Helen Carrick <helen.carrick@tidewell.example>',
    subject: 'Bid or no bid: dam seepage',
    text:
      `I read the dam tender twice. Twelve points, tiny flows, a tunnel. We have nothing that measures half a ` +
      `litre a minute, but Tomasz has that look. Two weeks of his time to find out, then we decide. Yes?`,
  },
  {
    at: '35 09:58',
    from: 'Aïcha Benali <aicha.benali@tidewell.example>',
    subject: 'pipeline, the honest version',
    text: `Six leads, sorted by how much I believe in them:

1. Canal company in Burgundy, 25 gauges, budget exists
2. Dam seepage (see Helen)
3. The fish ladder people, lovely, no money
4. University, no money, lovely
5. Ski resort that wants to measure snow with our level sensor
6. The man from the fair

I would put the next month into 1 and 2 and send 5 a friendly letter.
Aïcha`,
  },
  {
    language: 'fr',
    at: '43 14:07',
    from: 'Canal de la Haute-Tille <technique@haute-tille.example>',
    subject: 'Demande de devis : 25 échelles limnimétriques connectées',
    text: `Bonjour,

Suite à notre rencontre au salon, nous souhaitons recevoir une offre pour 25 points de mesure répartis sur 60 km de \
canal. Les éclusiers posent eux-mêmes le matériel, il faut donc que ce soit simple et que ça résiste à une perche.

Pouvez-vous nous proposer une démonstration au printemps ?

Cordialement,
Étienne Vauzelle`,
  },
  {
    at: '56 17:30',
    from: 'Priya Raman <priya.raman@tidewell.example>',
    subject: 'roadmap: what all projects need from data',
    text:
      `Across everything we run there are only three wishes that come up again and again: a map that loads on a ` +
      `phone, an export that opens in a spreadsheet without prayer, and an alarm one can silence. I would rather ` +
      `do these three well than the eleven on the board.`,
  },
  {
    at: '77 12:18',
    from: 'Research Office, Lakeside University <grants@lakeside-uni.example.org>',
    subject: 'Consortium call: low-cost sensing of small rivers',
    text: `Dear colleagues,

we are building a consortium for the coming call and look for an instrument maker willing to supply 60 units at cost, \
in exchange for three years of open data and the goodwill of five doctoral students.

If this is of interest, could we speak for half an hour next week?

Kind regards,
Dr Miriam Okonjo`,
  },
  {
    at: '93 10:10',
    from: 'Siobhan Daly <siobhan.daly@tidewell.example>',
    subject: 'capacity sheet, all projects, next two quarters',
    text:
      `Updated. Red means somebody is planned over 100 percent. Daan is at 160 in May. He says he is fine. He is ` +
      `not a reliable source.`,
  },
])

export const invoices = inFolder('Work/Invoices', 'invoice', [
  {
    at: '2 08:00',
    from: 'Brightmetal Accounts <accounts@brightmetal.example>',
    subject: 'Invoice BM-20418 for your order TW-PO-882',
    text: `Dear customer,

please find attached our invoice BM-20418 over EUR 6,480.00 net for 30 gauge housings, anodised. Payable within 30 \
days without deduction, 14 days with 2 %.

Two pieces were returned for blowholes, a credit note follows separately.

Brightmetal Fabrication, accounts receivable`,
    files: [
      {
        name: 'BM-20418.pdf',
        contentType: 'application/pdf',
        content: pdf(['Brightmetal Fabrication', 'Invoice BM-20418', '30 housings, EUR 6480.00 net']),
      },
    ],
  },
  {
    at: '6 14:31',
    from: 'Brightmetal Accounts <accounts@brightmetal.example>',
    subject: 'Credit note BM-G-0733',
    text:
      `Credit note for 2 housings (blowholes at flange), EUR 432.00 net. Please deduct it from BM-20418 and not ` +
      `from the next one, our system does not forgive.`,
    files: [
      { name: 'BM-G-0733.pdf', contentType: 'application/pdf', content: pdf(['Credit note BM-G-0733', 'EUR 432.00']) },
    ],
  },
  {
    language: 'de',
    at: '5 06:30',
    from: 'Kabelwerk Hunsrück Rechnungswesen <rechnung@kabelwerk-hunsrueck.example>',
    subject: 'Rechnung 7700913',
    text: `Guten Tag,

anbei unsere Rechnung 7700913 vom 12. über 1.240 m Sensorleitung PUR 4x0,25, grau. Zahlbar innerhalb von 14 Tagen mit \
3 % Skonto.

Bitte geben Sie bei der Überweisung die Rechnungsnummer an und nicht, wie beim letzten Mal, "Kabel".

Buchhaltung Kabelwerk Hunsrück`,
    files: [
      {
        name: 'RE_7700913.pdf',
        contentType: 'application/pdf',
        content: pdf(['Kabelwerk Hunsrueck', 'Rechnung 7700913', 'EUR 1.302,00']),
      },
    ],
  },
  {
    language: 'de',
    at: '37 06:30',
    from: 'Kabelwerk Hunsrück Rechnungswesen <rechnung@kabelwerk-hunsrueck.example>',
    subject: 'Zahlungserinnerung zu Rechnung 7700655',
    text: `Sehr geehrte Damen und Herren,

sicher ist es Ihrer Aufmerksamkeit entgangen, dass unsere Rechnung 7700655 über 318,40 EUR seit zehn Tagen fällig ist. \
Wir bitten um Ausgleich. Sollten Sie bereits gezahlt haben, betrachten Sie dieses Schreiben als gegenstandslos.`,
  },
  {
    at: '9 03:12',
    from: 'Nimbus Grid Billing <billing@nimbusgrid.example>',
    subject: 'Your Nimbus Grid invoice is available (account tidewell-prod)',
    html:
      `<table width="100%"><tr><td style="font-family:sans-serif"><h2>Your invoice is ready</h2><p>Account: ` +
      `<b>tidewell-prod</b><br>Compute 214.10 EUR &middot; Storage 88.40 EUR &middot; Egress 12.02 ` +
      `EUR</p><p>Total charged to the company card ending 4410: <b>314.52 EUR</b>. No action is needed.</p><p><a ` +
      `href="https://console.nimbusgrid.example/billing">Open billing</a></p></td></tr></table>`,
  },
  {
    at: '40 03:11',
    from: 'Nimbus Grid Billing <billing@nimbusgrid.example>',
    subject: 'Your Nimbus Grid invoice is available (account tidewell-prod)',
    html:
      `<table width="100%"><tr><td style="font-family:sans-serif"><h2>Your invoice is ready</h2><p>Account: ` +
      `<b>tidewell-prod</b><br>Compute 209.77 EUR &middot; Storage 85.13 EUR &middot; Egress 31.90 ` +
      `EUR</p><p>Total charged: <b>326.80 EUR</b>. Egress rose by 180 % against the month before; see the usage ` +
      `explorer.</p></td></tr></table>`,
  },
  {
    at: '11 12:40',
    from: 'Siobhan Daly <siobhan.daly@tidewell.example>',
    subject: 'Please approve: PO 891, torque wrenches',
    text:
      `Robin, purchase order TW-PO-891, two torque wrenches for the field team, EUR 386 at Ostler Tools. You are ` +
      `over 250 so I need your yes in writing. "Yes" is enough.`,
  },
  {
    at: '14 09:00',
    from: 'Ostler Couriers <invoices@ostler-couriers.example>',
    subject: 'Weekly statement of consignments, customer 30077',
    text: `9 consignments, of which 2 express to Lageveen, 1 return.

Net 241.15 EUR, fuel surcharge 11.4 % 27.49 EUR, VAT as per destination. Invoice OC-55120 attached. Claims for the \
dented parcel of the 3rd are dealt with by a colleague.`,
    files: [{ name: 'OC-55120.pdf', contentType: 'application/pdf', content: pdf(['Ostler Couriers', 'OC-55120']) }],
  },
  {
    language: 'fr',
    at: '17 11:50',
    from: 'Papeterie Lorang <compta@papeterie-lorang.example>',
    subject: 'Facture 2291 - toner et étiquettes',
    text: `Bonjour,

Veuillez trouver notre facture 2291 d'un montant de 164,20 € TTC : 2 toners noirs, 10 rouleaux d'étiquettes \
résistantes à l'eau. Règlement à 30 jours fin de mois.

Merci de votre confiance,
Josiane, Papeterie Lorang`,
    files: [
      {
        name: 'facture_2291.pdf',
        contentType: 'application/pdf',
        content: pdf(['Papeterie Lorang', 'Facture 2291', '164,20 EUR TTC']),
      },
    ],
  },
  {
    language: 'es',
    at: '21 10:36',
    from: 'Etiquetas Norte <administracion@etiquetas-norte.example>',
    subject: 'Factura nº 0457/B y albarán',
    text: `Buenos días:

Les adjuntamos la factura 0457/B por 2.000 placas de identificación grabadas (580,00 € + IVA intracomunitario 0 %). El \
vencimiento es a 60 días. Rogamos nos confirmen el NIF, que en el pedido venía con una letra de menos.

Saludos,
Administración`,
    files: [
      {
        name: 'Factura 0457-B.pdf',
        contentType: 'application/pdf',
        content: pdf(['Etiquetas Norte', 'Factura 0457/B', '580,00 EUR']),
      },
    ],
  },
  {
    language: 'nl',
    at: '26 13:00',
    from: 'Hoogwerkers Van Dael <facturatie@vandael-hoogwerkers.example>',
    subject: 'Factuur 24-1187 huur hoogwerker 3 dagen',
    text: `Beste klant,

In bijlage de factuur voor de huur van hoogwerker H18 (3 dagen, transport Lageveen heen en terug). Bedrag: € 712,50 \
excl. btw. Brandstof was niet bijgevuld, dat rekenen we deze keer niet aan.

Met vriendelijke groet,
Van Dael`,
    files: [{ name: '24-1187.pdf', contentType: 'application/pdf', content: pdf(['Van Dael', 'Factuur 24-1187']) }],
  },
  {
    at: '32 15:05',
    from: 'Fairweather Mapping <ada@fairweather-mapping.example.com>',
    subject: 'invoice for the forty maps',
    text: `Hi Robin, hi Siobhan, my invoice no. 19, as agreed 40 maps at 55. I forgot to charge VAT on the last one, \
this one has it, please don't be cross.

Ada Fairweather`,
    files: [
      {
        name: 'invoice19.pdf',
        contentType: 'application/pdf',
        content: pdf(['Fairweather Mapping', 'Invoice 19', '40 maps']),
      },
    ],
  },
  {
    at: '46 10:20',
    from: 'Procurement portal Valmoselle <noreply@portal.valmoselle.example>',
    subject: 'Purchase order 4500017732 has been issued to you',
    text: `A purchase order has been issued to supplier 88120 (Tidewell Instruments).

Position 10: hydrometric station, type H, 28 pcs
Position 20: installation, lump sum

Invoices must quote the number 4500017732, else they are returned unpaid. This mailbox is not monitored.`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  },
  {
    at: '51 08:48',
    from: 'Siobhan Daly <siobhan.daly@tidewell.example>',
    subject: 'supplier asks twice for the same money?',
    text:
      `Kabelwerk has dunned us for 7700655. I find a payment of 318.40 with the reference "Kabel". Was that you, ` +
      `on the company card, in a hurry?`,
  },
  {
    at: '65 14:14',
    from: 'CalLab Services <billing@callab.example.net>',
    subject: 'Proforma 1132, accreditation audit',
    text:
      `Proforma invoice for the surveillance audit in autumn (1.5 days, one assessor, travel at cost). The final ` +
      `invoice follows after the audit. Kindly confirm the billing address: your letterhead says no. 12, your ` +
      `website says no. 14.`,
    files: [
      { name: 'proforma-1132.pdf', contentType: 'application/pdf', content: pdf(['CalLab Services', 'Proforma 1132']) },
    ],
  },
])
