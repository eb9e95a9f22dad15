import { pdf } from '../file-builders.ts'
import { inFolder, type Written } from '../seed-mail.ts'

function parking(at: string, place: string, from: string, to: string, price: string): Written {
  return {
    at,
    from: 'Parkly <receipts@parkly.example>',
    subject: `Parking receipt: ${place}`,
    text:
      `Your parking session has ended.\n\nPlace: ${place}\nFrom ${from} to ${to}\nPlate: LX 4410\nPaid: ${price}` +
      ` EUR incl. VAT 17 %\n\nKeep this receipt for your records. Parkly S.A.`,
  }
}

function music(at: string, month: string, note: string): Written {
  return {
    at,
    from: 'Tuneful <billing@tuneful.example>',
    subject: `Your Tuneful Family receipt for ${month}`,
    html:
      `<h2>Thanks for listening</h2><p>Tuneful Family, ${month}: <b>16.99 EUR</b>, charged to your Meridian ` +
      `Card. ${note}</p><p><small>Cancel any time before the next renewal.</small></p>`,
  }
}

export const receipts = inFolder('Receipts', 'receipt', [
  parking('2 18:31', 'Kirchberg P3', '16:02', '18:29', '5.60'),
  parking('13 20:50', 'Basel Kunsthaus-Garage', '11:10', '20:47', '24.00'),
  parking('30 12:04', 'Esch, place du Brill', '11:20', '12:01', '1.10'),
  parking('61 17:42', 'Trier, Viehmarkt', '13:05', '17:39', '9.20'),
  music('3 02:10', 'this month', 'Most played in your family: the same song, 211 times. We do not judge.'),
  music('33 02:10', 'last month', 'Jonas added 4 devices; a family plan has room for six.'),
  music('63 02:10', 'the month before', 'The price stays as it is until the autumn.'),
  {
    at: '4 23:20',
    from: 'Cloudbarn <no-reply@cloudbarn.example>',
    subject: 'Receipt CB-771204: 200 GB family storage',
    text:
      `Paid: 2.99 EUR, monthly. You use 171 of 200 GB, most of it videos of a small girl on a slide.\n\nVAT ` +
      `number on file: none. Invoice with address: in your account.`,
  },
  {
    at: '34 23:20',
    from: 'Cloudbarn <no-reply@cloudbarn.example>',
    subject: 'Receipt CB-760981: 200 GB family storage',
    text: `Paid: 2.99 EUR, monthly. Next payment in 30 days. This receipt is also your invoice below 100 EUR.`,
  },
  {
    at: '7 13:38',
    from: 'Rondo Taxi App <trip@rondo-taxi.example>',
    subject: 'Your ride on Tuesday: 18.40 EUR',
    html:
      `<table><tr><td>Airport</td><td>06:12</td></tr><tr><td>rue des Tilleuls</td><td>06:39</td></tr><tr><td ` +
      `colspan="2"><b>18.40 EUR</b>, tip 2.00, driver Mamadou</td></tr></table><p>Business trip? Add a cost ` +
      `centre to this receipt.</p>`,
  },
  {
    language: 'de',
    at: '13 22:58',
    from: 'Wirtshaus Zur Fähre <kasse@wirtshaus-faehre.example>',
    subject: 'Ihr Bewirtungsbeleg',
    text: `Guten Abend,

wie gewünscht der Bewirtungsbeleg per Mail: 3 x Tagesgericht, 1 x Apfelwein, 2 x Wasser, 71,50 CHF. Bitte Anlass und \
Teilnehmer selbst eintragen, das Finanzamt liest Handschrift lieber.

Danke für den Besuch!`,
    files: [
      {
        name: 'Beleg_0613.pdf',
        contentType: 'application/pdf',
        content: pdf(['Wirtshaus Zur Faehre', 'Bewirtungsbeleg', 'CHF 71,50']),
      },
    ],
  },
  {
    language: 'fr',
    at: '18 14:26',
    from: 'Station Lavage Bleu <ticket@lavage-bleu.example>',
    subject: 'Votre ticket dématérialisé',
    text: `Programme 3 (mousse, cire, remords) : 14,00 € TTC. Payé par carte. Conservez ce ticket 30 jours.`,
  },
  {
    language: 'es',
    at: '42 16:50',
    from: 'Autopista del Cantábrico <peajes@autopista-cantabrica.example>',
    subject: 'Justificante de peaje 88 120 441',
    text:
      `Peaje Llanera-Avilés, categoría ligeros, importe 1,35 € (IVA incluido). Este justificante sustituye al ` +
      `recibo en papel.`,
  },
  {
    language: 'nl',
    at: '29 19:12',
    from: 'Deelfiets Limburg <bon@deelfiets-limburg.example>',
    subject: 'Ritbon: 47 minuten, 3,20 euro',
    text: `Fiets 2208, van station naar station. Je hebt hem netjes op slot gezet, dank je. De bon is btw-vrij.`,
  },
  {
    at: '22 08:00',
    from: 'Inkwell Apps <receipt@store.inkwell-apps.example>',
    subject: 'Your receipt from Inkwell: Knot Trainer Pro',
    text:
      `Knot Trainer Pro (one-time purchase): 4.99 EUR\nBought by: MILA on tablet "kitchen", approved by Robin\n\n` +
      `If you did not approve this purchase, report it within 14 days.`,
  },
  {
    at: '60 20:04',
    from: 'Inkwell Apps <receipt@store.inkwell-apps.example>',
    subject: 'Your receipt from Inkwell: Dam Builder Tycoon',
    text:
      `Dam Builder Tycoon: 14.99 EUR\nBought by: JONAS, approved by Robin after, it says here, three weeks of ` +
      `dishwasher.`,
  },
  {
    at: '80 10:30',
    from: 'The Sharpening Man <bookings@sharpening-man.example>',
    subject: 'paid, thanks: 4 knives, 1 pair of scissors',
    text:
      `22 EUR received by card reader on the market, receipt no 310. The bread knife was hopeless, I did it ` +
      `anyway.`,
  },
  {
    at: '95 09:00',
    from: 'Domain Shed <billing@domainshed.example>',
    subject: 'Renewal receipt: llagar-maes.example, 1 year',
    text:
      `Renewed until next spring: llagar-maes.example (11.50 EUR). You pay for this domain on behalf of another ` +
      `person (Pieter). Would you like to hand the bill over to him? Most brothers say yes.`,
  },
])
