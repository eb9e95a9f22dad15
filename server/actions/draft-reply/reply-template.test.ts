import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { responseLengths, tones } from '../../../contract/actions.ts'
import { insertTextIntoHtml } from './insert-text-into-html.ts'
import { detectLanguage, detectMessageLanguage, languages } from './detect-language.ts'
import { sanitizeModelReply } from './sanitize-model-reply.ts'
import { replyFromTemplate } from './reply-template.ts'
import { replyTemplateTexts } from './reply-template-texts.ts'

const mails = {
  en:
    'Dear Ms Jansen, could you please send us the signed contract? We would like to begin with the ' +
    'work. Kind regards, Tom',
  de:
    'Sehr geehrte Frau Jansen, können Sie uns bitte den unterschriebenen Vertrag senden? Wir möchten ' +
    'mit der Arbeit beginnen.',
  fr:
    'Bonjour Madame Jansen, pourriez-vous nous envoyer le contrat signé ? Nous aimerions commencer ' +
    'les travaux avec vous.',
  es: 'Estimada señora Jansen: ¿nos puede enviar el contrato firmado? Nos gustaría empezar con el trabajo. Saludos',
  nl: 'Geachte mevrouw Jansen, kunt u ons het ondertekende contract sturen? Wij willen graag met het werk beginnen.',
} as const
const style = {
  tone: 'professional and friendly',
  responseLength: 'concise',
  includeGreeting: true,
  includeSignature: true,
} as const
const from = { name: 'Anna Smith', address: 'anna@shop.example' }
const mail = (text: string, subject: string | null = 'RE: AW: The contract') => ({ subject, text, from, replyTo: [] })

describe('language detection', () => {
  test.each(languages)('detects %s', (language) => {
    expect(detectLanguage(mails[language])).toBe(language)
  })
  test.each([
    ['de', 'Hallo Robin, passt dir Donnerstag? LG Max'],
    ['de', 'Kannst du mir die Liste schicken?'],
    ['de', 'Bist du heute Abend da?'],
    ['nl', 'Hoi Robin, lukt het donderdag? Groetjes, Max'],
    ['nl', 'Kun jij mij de lijst sturen?'],
    ['fr', 'Salut Robin, jeudi ça te va ? Bises, Max'],
    ['fr', 'Tu peux venir demain soir ?'],
    ['es', 'Hola Robin, ¿puedes el jueves? Un abrazo, Max'],
    ['de', 'Moin, klappt Freitag?'],
    ['de', 'Danke!'],
    ['de', 'Rufst du mich zurück?'],
    ['de', 'Servus, magst du Kuchen?'],
    ['nl', 'Hey, zin in koffie?'],
    ['nl', 'Zie je straks'],
    ['nl', 'Waar ben je?'],
    ['nl', 'Bel me even terug'],
    ['fr', 'T’as reçu le fichier ?'],
    ['fr', 'On se voit quand ?'],
    ['fr', 'C’est bon pour moi'],
    ['fr', 'Coucou, dispo vendredi ?'],
    ['es', '¿Quedamos mañana?'],
    ['en', 'Lunch tomorrow?'],
    ['en', 'Hi Robin, can you come on Thursday? Even better: let me know what suits you.'],
  ])('detects %s in a short informal text: %j', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })
  test.each([
    '',
    'Invoice 4711',
    'привет, как дела',
    'OK',
    '👍👍👍',
    'Ciao, ci vediamo domani sera?',
    'Oi, tudo bem? Você vem amanhã?',
    'Hej, ska vi ses imorgon?',
    'Cześć, masz czas jutro?',
  ])('detects nothing in %j', (text) => {
    expect(detectLanguage(text)).toBeNull()
  })
})

const english =
  'Dear Robin, please find attached the offer for the kitchen. We would be happy if you could let us know by the end ' +
  'of this week whether you would like to go ahead. If you have received this email in error, please delete it.'

describe('the language of a message', () => {
  test.each([
    ['de', 'Passt, danke!', `From: Anna\nSent: Tuesday\nTo: Robin\nSubject: Offer\n\n${english}`],
    ['fr', 'Parfait, merci beaucoup.', `On Tue, Nov 24, 2026 at 10:00 AM Anna wrote:\n> ${english}`],
    ['nl', 'Prima, graag! Groet, Jan', english],
    ['es', 'Hi all,\n\nPerfecto, gracias. Un saludo', `-----Original Message-----\n${english}`],
    ['de', 'Können wir telefonieren?', 'Sent from my iPhone'],
    ['fr', 'Je te rappelle', 'Sent from my Samsung Galaxy smartphone.'],
    ['nl', 'Ik kom later', 'Sent from Outlook for Android'],
    ['en', 'See attachment.', 'Gesendet von Outlook für Android'],
    ['de', 'CAUTION: This email came from outside of the organization.', 'Kannst du mir die Rechnung schicken?'],
    [null, 'Hej, kan du ringe til mig i morgen? Mvh', english],
    ['en', english, `Von: Anna\n\n${mails.de}`],
    ['en', `On Mon, 26 Aug 2026, Anna said:\n> ${mails.fr}`, 'Would you like to go ahead this week?'],
    ['en', 'I am unable to attend', 'Le mar. 24 nov. 2026 à 10:00, Anna a écrit :'],
  ])('is %s, as its sender writes: %j', (language, written, added) => {
    expect(detectMessageLanguage({ subject: 'RE: Offer', text: `${written}\n\n${added}` })).toBe(language)
  })
})

describe('the template', () => {
  test.each(languages)('%s: names itself a template, greets, thanks and signs', (language) => {
    const words = replyTemplateTexts[language]
    const text = replyFromTemplate(mail(mails[language]), style, 'Robin Maes')
    const [honest, greeting, thanks, closing, ...more] = text.split('\n\n')
    expect(more).toEqual([])
    expect(honest).toBe(words.templateNotice)
    expect(greeting).toContain('Anna Smith')
    expect(thanks).toContain('The contract')
    expect(thanks).not.toMatch(/RE:|AW:|%/)
    expect(thanks).toContain(words.answerFollows)
    expect(closing).toBe(`${words.closing[style.tone]}\nRobin Maes`)
  })

  test.each([
    [[{ name: 'Tom Jansen', address: 'tom@shop.example' }], 'Hello Tom Jansen,'],
    [[{ name: '', address: 'tom@shop.example' }], 'Hello,'],
    [[from, { name: 'Tom Jansen', address: 'tom@shop.example' }], 'Hello,'],
  ])('greets whom the reply goes to: %j', (replyTo, greeting) => {
    expect(replyFromTemplate({ ...mail(mails.en), replyTo }, style, '').split('\n\n')[1]).toBe(greeting)
  })

  test('has the chosen length', () => {
    const lengths = responseLengths.map(
      (responseLength) => replyFromTemplate(mail(mails.en), { ...style, responseLength }, '').length,
    )
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect(new Set(lengths).size).toBe(3)
  })

  test('each tone has its own words, even without greeting and signature', () => {
    expect(new Set(tones.map((tone) => replyFromTemplate(mail(mails.en), { ...style, tone }, ''))).size).toBe(
      tones.length,
    )
    const bare = replyFromTemplate(
      mail(mails.de),
      { ...style, includeGreeting: false, includeSignature: false },
      'Robin Maes',
    )
    expect(bare.split('\n\n')).toHaveLength(2)
    expect(bare).toContain('Vielen Dank für Ihre Nachricht')
    expect(bare).not.toContain('Robin')
  })

  test.each([
    ['Doe, Jane', 'Hello Jane Doe,'],
    ['Anna (Sales)', 'Hello Anna,'],
    ['Acme, Inc.', 'Hello,'],
    ['info@shop.example', 'Hello,'],
    ['Win at www.evil.example', 'Hello,'],
    ['', 'Hello,'],
  ])('greets %j as %j', (name, greeting) => {
    expect(replyFromTemplate({ ...mail(mails.en), from: { ...from, name } }, style, '')).toContain(
      `\n\n${greeting}\n\n`,
    )
  })

  test.each([
    'SV: VS: ',
    'Antwort: ',
    'Odp: ',
    'Re[2]: ',
    'RE : ',
    'RIF: I: ',
    'ΑΠ: ',
    '回复：',
    'Vá: ',
    'YNT: ',
    'Va\u0301: ',
    '[EXTERN] AW: ',
    '[EXT] Re: ',
    '[EXTERNAL]',
    '(Extern) ',
    'EXTERN: RE: ',
    '[Ticket 5] Re: ',
    'AW: [EXT] [Ticket 5] WG: ',
    'رد: ',
    '\u200fرد: ',
    'Ответ: ',
    'Rép : ',
    'Svar: ',
    'Cevap: ',
    'Trả lời: ',
  ])('quotes the subject without %j', (prefix) => {
    expect(replyFromTemplate(mail(mails.en, `${prefix}The contract`), style, '')).toContain('about “The contract”')
  })

  test('contains no link from the subject', () => {
    expect(replyFromTemplate(mail(mails.en, 'Look at https://evil.example/x now'), style, '')).not.toContain('evil')
  })
})

describe("the model's answer", () => {
  const source = 'See https://shop.example/orders/7. Ask billing@shop.example or look at shop.example.'
  test.each([
    ['Look at https://shop.example/orders/7, please.', 'Look at https://shop.example/orders/7, please.'],
    ['Look at https://evil.example/?q=secret now', 'Look at  now'],
    ['[Pay here](https://evil.example/pay)', 'Pay here'],
    ['![x](https://evil.example/pixel.gif)Fine.', 'Fine.'],
    ['![x][1]Fine.\n\n[1]: https://evil.example/p.gif', 'Fine.'],
    ['![pixel]Fine, [here][a].\n  [a]: <//evil.example/p> "t"', 'Fine, here.'],
    ['[Note]: call me at ten.', '[Note]: call me at ten.'],
    ['Go to evil.example/login.', 'Go to .'],
    ['https://shop.example/orders/7.evil.example/x', ''],
    ['www.evil.example', ''],
    ['It is in shop.example.', 'It is in shop.example.'],
    ['<b>Yes</b>, <img src="https://evil.example/p.png">gladly.', 'Yes, gladly.'],
    ['**Yes**, `gladly`.', 'Yes, `gladly`.'],
    ['Yes\u200b, \u202egladly\u202c.', 'Yes, gladly.'],
    ['At exämple.com, пример.рф or evil。example now', 'At ,  or  now'],
    ['At Evil.Com or xn--e1afmkfd.xn--p1ai/x or \\\\evil\\share', 'At  or  or'],
    ['承知しました。ありがとうございます。', '承知しました。ありがとうございます。'],
    ['Alles ist gut.Es wird geliefert, z.B. morgen.', 'Alles ist gut.Es wird geliefert, z.B. morgen.'],
    ['That is all.Thank you, e.g. at 10.30 a.m.', 'That is all.Thank you, e.g. at 10.30 a.m.'],
  ])('%j becomes %j', (answer, text) => {
    expect(sanitizeModelReply(answer, source)).toBe(text)
  })

  test('contains no link that the source does not contain', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'www.',
      'evil.example',
      '/x',
      '?q=1',
      ' ',
      '(',
      ')',
      '[',
      ']',
      '!',
      '<a href="',
      '">',
      '\n',
      'mailto:',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        expect(sanitizeModelReply(pieces.join(''), 'nothing to see')).not.toMatch(
          /:\/\/[a-z]|www\.[a-z]|evil\.example/i,
        )
      }),
    )
  })

  /** A pattern with superlinear time would exceed the test's time limit. */
  test('long hostile answers take linear time', () => {
    const hostile = '['.repeat(3000) + 'a.'.repeat(200_000) + '<a'.repeat(100_000)
    expect(sanitizeModelReply(hostile, hostile.slice(0, 9000))).toHaveLength(6000)
  })
})

describe('text insertion', () => {
  test('inserts above the quoted message, which stays unchanged byte for byte', () => {
    const quoted = '<div>a > b "quoted"</div></body></html>'
    expect(insertTextIntoHtml(`<html><body lang="en">${quoted}`, 'One\nline\n\nTwo')).toBe(
      `<html><body lang="en"><div><p>One<br>line</p><p>Two</p></div>${quoted}`,
    )
    expect(insertTextIntoHtml('no body', 'One')).toBe('<div><p>One</p></div>no body')
  })

  test.each([
    '<!-- <body> -->',
    '<!--[if mso]><xml><body ></xml><![endif]-->',
    '<style>/* <body > */ p{}</style>',
    '<STYLE\n>/* <body > */</Style><title><body></title>',
    '<script>"<body>"</script>',
  ])('never inserts into an invisible place: %s', (hidden) => {
    expect(insertTextIntoHtml(`<html><head>${hidden}</head><body>quoted`, 'One')).toBe(
      `<html><head>${hidden}</head><body><div><p>One</p></div>quoted`,
    )
    expect(insertTextIntoHtml(`${hidden.slice(0, -2)} quoted`, 'One')).toMatch(/^<div><p>One<\/p><\/div>/)
  })

  test('a hostile message takes linear time', () => {
    const hostile = '<!-- -->'.repeat(200_000) + '<style></style>'.repeat(100_000) + '<body'.repeat(200_000)
    for (const html of [hostile, '<style>'.repeat(300_000)])
      expect(insertTextIntoHtml(html, 'One').startsWith('<div><p>One</p></div><')).toBe(true)
  })

  test('escapes all markup', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const html = insertTextIntoHtml('<body></body>', text)
        expect(html.replace(/<\/?(?:body|div|p|br)>/g, '')).not.toMatch(/[<>"']/)
      }),
    )
  })
})
