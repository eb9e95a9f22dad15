import { png, zip } from '../file-builders.ts'
import { inFolder, type SeedMail } from '../seed-mail.ts'

/** A thread of top-posted replies, quoted fourteen levels deep. */
function deepQuote(): string {
  const turns = [
    ['Siobhan', 'So it is the 14th then. Booked.'],
    ['Daan', 'The 14th works if I may leave at nine.'],
    ['Priya', 'Not the 13th, please: swimming gala.'],
    ['Tomasz', 'I do not mind.'],
    ['Helen', '13th or 14th?'],
    ['Aïcha', 'Le 12 je suis à Dijon. Sorry: on the 12th I am in Dijon.'],
    ['Jürgen', '12. geht.'],
    ['Siobhan', 'What about the 12th?'],
    ['Oskar', 'Is this the dinner with the boat?'],
    ['Helen', 'It is the dinner without the boat.'],
    ['Daan', 'Can we have the boat?'],
    ['Siobhan', 'The boat is 900 euros.'],
    ['Tomasz', 'I do not mind.'],
    ['Helen', 'Team dinner this month: which day?'],
  ]
  return turns.map(([who, line], depth) => `${'> '.repeat(depth)}${line}\n${'> '.repeat(depth)}${who}`).join('\n')
}

const attachedMail = [
  'From: Opa Jos <jos@secondpedal-seller.example>',
  'To: robin.maes@tidewell.example',
  'Subject: the red bike',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Come on Saturday before noon. The bell is loud. Jos',
  '',
].join('\r\n')

const inWork = inFolder('Work', 'odd-work', [
  { at: '25 08:59', from: 'Tomasz Wrona <tomasz.wrona@tidewell.example>', subject: null, text: 'yes' },
  {
    at: '28 19:20',
    from: 'Siobhan Daly <siobhan.daly@tidewell.example>',
    subject: 'RE: Re: RE: AW: Re: Fwd: Re: Team dinner',
    thread: 'team-dinner',
    text: deepQuote(),
  },
  {
    at: '50 07:00',
    from: 'Copier, ground floor <copier@tidewell.example>',
    subject: 'Scan 0417',
    text: '',
    files: [
      { name: 'scan_0417.tif', contentType: 'image/tiff', content: new Uint8Array(0) },
      { name: 'Thumbs.db', contentType: 'application/octet-stream', content: new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]) },
    ],
  },
  {
    language: 'de',
    at: '57 12:40',
    from: 'Jürgen Pohl <juergen.pohl@tidewell.example>',
    subject: 'Prüfstand: Passwort kommt per SMS',
    text: 'Archiv anbei, verschlüsselt wie vereinbart.',
    files: [
      {
        name: 'pruefstand.zip',
        contentType: 'application/zip',
        content: zip({ 'werte.csv': 'druck;pegel\n1,2;3,4\n' }, true),
      },
    ],
  },
  {
    at: '64 09:30',
    from: 'Helen Carrick <helen.carrick@tidewell.example>',
    subject: 'Canceled: Budget round (moved to whenever Siobhan says)',
    kind: 'meeting-request',
    text: 'When: never mind\nWhere: upstairs room',
  },
])

const inFamily = inFolder('Family', 'odd-family', [
  {
    language: 'nl',
    at: '23 20:00',
    from: 'Greet Maes <greet.maes@mailbox.example>',
    subject: 'KIJK EENS!!!!! 🐣🐣🐣 😍😍 ➡️➡️ zonsondergang ❤️',
    html:
      '<div dir="auto">🐣🐣🐣🐣<br><img src="cid:ei@mailbox.example" width="120"><br>van het balkon, met de ' +
      'nieuwe telefoon. En nu de tweede!! <img src="cid:ei2@mailbox.example" width="120"></div>',
    files: [
      {
        name: 'image.png',
        contentType: 'image/png',
        content: png(120, 80, [230, 120, 60]),
        contentId: 'ei@mailbox.example',
      },
      {
        name: 'image.png',
        contentType: 'image/png',
        content: png(120, 80, [230, 90, 90]),
        contentId: 'ei2@mailbox.example',
      },
    ],
  },
  {
    language: 'fr',
    at: '66 10:10',
    from: 'Odile Schroeder <odile.schroeder@poste.example.net>',
    subject: 'Ã‰tÃ© : les cerises sont mÃ»res',
    text:
      'Mon cher Robin, les cerises sont mÃ»res et lâ€™Ã©chelle est trop haute pour moi. Venez samedi, jâ€™ai fait ' +
      'des crÃªpes. Ta tante Odile',
  },
  { language: 'nl', at: '86 06:06', from: 'Luc Vandamme <luc.vandamme@post.example.org>', subject: '', text: '' },
])

const elsewhere: SeedMail[] = [
  ...inFolder('Orders', 'odd-order', [
    {
      at: '33 18:18',
      from: 'Second Pedal Marketplace <noreply@secondpedal.example>',
      subject: 'Message from the seller of your bike (attached as mail)',
      text: 'The seller wrote to you. For your safety the message is attached.',
      files: [{ name: 'the red bike.eml', contentType: 'message/rfc822', content: attachedMail }],
    },
  ]),
  ...inFolder('Newsletters', 'odd-letter', [
    {
      language: 'ar',
      at: '26 12:00',
      from: 'نشرة النهر <nashra@nahr.example.org>',
      subject: 'نشرة النهر: القوارب القديمة والقياس بالعصا',
      headers: { 'List-Id': '<nashra.nahr.example.org>' },
      html:
        '<div dir="rtl"><h2>نشرة النهر</h2><p>في هذا العدد: كيف كان الصيادون يقيسون ارتفاع الماء بعصا وخيط، ' +
        'ولماذا كانوا على حق. ثم وصفة سمك بالليمون من قارئة.</p></div>',
    },
    {
      at: '60 16:00',
      from: 'Paragraph-free Weekly <one@long-line.example>',
      subject: 'One long line about canals',
      headers: { 'List-Id': '<one.long-line.example>' },
      text: (
        'The canal does not hurry and neither does this letter which is written without a single line break ' +
        'because the editor believes that a canal has none. '
      ).repeat(60),
    },
  ]),
  ...inFolder('Travel', 'odd-travel', [
    {
      language: 'he',
      at: '70 11:45',
      from: 'מלון גלים <reservations@galim-hotel.example>',
      subject: 'אישור הזמנה 2207',
      text: 'שלום רובין,\n\nהזמנתך לשני לילות אושרה. ארוחת בוקר כלולה, הים ממול.\n\nמלון גלים',
    },
  ]),
  ...inFolder('Home', 'odd-home', [
    {
      at: '31 22:11',
      from: 'Gregor Blau <gregor.blau@mailbox.example>',
      subject: 'quotes for the roof, sorry for the names',
      text: 'My scanner names the files, I do not.',
      files: [
        { name: '../..\\..\\roof quote 1.txt', contentType: 'text/plain', content: '41 000' },
        {
          name: `${'roof quote with a name that never ends '.repeat(7).slice(0, 251)}.txt`,
          contentType: 'text/plain',
          content: '44 000',
        },
        { name: 'angebot – dämmung "final" (2)?.txt', contentType: 'text/plain', content: '62 000' },
        { name: 'CON.txt', contentType: 'text/plain', content: '' },
      ],
    },
  ]),
  ...inFolder('Banking', 'odd-bank', [
    {
      language: 'fr',
      at: '93 04:30',
      from: 'Banque du Grès <noreply@banque-du-gres.example>',
      subject: '=?iso-8859-1?Q?Relev=E9_d=92int=E9r=EAts?=',
      text: 'Votre relev\u{FFFD} d\u{FFFD}int\u{FFFD}r\u{FFFD}ts annuel est disponible dans votre espace.',
    },
  ]),
  ...inFolder('Club', 'odd-club', [
    {
      language: 'de',
      at: '39 23:59',
      from: null,
      subject: '[ruderer] (kein Absender) Schlüssel liegt im Blumentopf',
      headers: { 'List-Id': 'Ruderer RCO <ruderer.liste.rc-obersauer.example>' },
      text: 'Im linken. Aber bitte nicht weitersagen, das geht an 64 Leute.',
    },
  ]),
]

export const oddShapes: SeedMail[] = [...inWork, ...inFamily, ...elsewhere]
