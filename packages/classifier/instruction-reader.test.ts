import { describe, expect, it } from 'vitest'
import { phrasesOf } from './instruction-phrases.ts'
import { parseInstructionRules } from './instruction-rules.ts'
import { senders } from './testing/sender-rules.ts'

const NINA = 'nina@firm.example'
const WANTED = `+${NINA}`
const EXCLUDED = `-${NINA}`
const BUT_NINA = `-${NINA}, +firm.example`

describe('sentences', () => {
  const SOME = `${WANTED} (some)`
  const TOM = '+tom@firm.example'

  it.each([
    ['Everything from nina@firm.example without exception', WANTED],
    ['No exceptions: everything from nina@firm.example', WANTED],
    ['Alles von nina@firm.example ohne Ausnahme', WANTED],
    ['Tout de nina@firm.example sans exception', WANTED],
    ['Todo de nina@firm.example sin excepción', WANTED],
    ['Alles van nina@firm.example zonder uitzondering', WANTED],
    ['Never leave mail from nina@firm.example in the inbox', WANTED],
    ['Keep mail from nina@firm.example out of the inbox', WANTED],
    ['Mails von nina@firm.example sollen nicht im Posteingang bleiben', WANTED],
    ['Ne laisse pas les mails de nina@firm.example dans la boîte de réception', WANTED],
    ['No dejar los correos de nina@firm.example en la bandeja de entrada', WANTED],
    ['Mails van nina@firm.example mogen niet in mijn postvak blijven', WANTED],
    ['Not from tom@firm.example and leave nina@firm.example in the inbox', `${EXCLUDED}, -tom@firm.example`],
    ['Do not move mail from nina@firm.example out of the inbox', EXCLUDED],
    ['Do not exclude nina@firm.example', WANTED],
    ['Do not leave nina@firm.example out', WANTED],
    ['Nina@firm.example nicht vergessen', WANTED],
    ['N’oublie pas nina@firm.example', WANTED],
    ['No olvides nina@firm.example', WANTED],
    ['Vergeet nina@firm.example niet', WANTED],
    ['Sluit nina@firm.example niet uit', WANTED],
    ['Schließe nina@firm.example aus', EXCLUDED],
    ['Je ne veux que les mails de nina@firm.example', WANTED],
    ['Je ne veux plus de mails de nina@firm.example', EXCLUDED],
    ['I do not want mail from nina@firm.example please remove it', EXCLUDED],
  ])('reads double negations: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    ['Rechnungen, keine Werbung, von amazon.de', '+amazon.de (some)'],
    ['Invoices, no ads, from amazon.de', '+amazon.de (some)'],
    ['Factures, pas de publicité, de amazon.fr', '+amazon.fr (some)'],
    ['Facturas, no publicidad, de amazon.es', '+amazon.es (some)'],
    ['Facturen, geen reclame, van bol.com', '+bol.com (some)'],
    ['No spam, mail from nina@firm.example', WANTED],
    ['Kein Spam, Mails von nina@firm.example', WANTED],
    ['Pas de spam, les mails de nina@firm.example', WANTED],
    ['Geen reclame, wel mails van nina@firm.example', WANTED],
    ['nina@firm.example, no newsletters, tom@firm.example', `${WANTED} (except), ${TOM}`],
    ['Everything from tom@firm.example, except ads, and from nina@firm.example', `${WANTED}, ${TOM} (except)`],
    ['Everything from firm.example, except ads, nina@firm.example', `${EXCLUDED}, +firm.example (except)`],
    ['Keine Newsletter, sondern nina@firm.example', WANTED],
    ['No newsletters except from nina@firm.example', SOME],
    ['No ads, newsletters, nina@firm.example', EXCLUDED],
    ['No ads, newsletters from nina@firm.example', `${EXCLUDED} (some)`],
    ['Not from Amazon, nina@firm.example', EXCLUDED],
    ['Everything from firm.example. No ads from firm.example.', '+firm.example (except)'],
    ['Alles von firm.example. Keine Werbung von firm.example.', '+firm.example (except)'],
    ['Tout de firm.example. Pas de publicité de firm.example.', '+firm.example (except)'],
  ])('ends what excludes a kind of email: %s', (text, expected) => {
    expect(senders(text)).toBe(expected)
    expect(parseInstructionRules(text).contradictory).toEqual([])
  })

  it.each([
    'Everything from firm.example unless it is from nina@firm.example',
    'Everything from firm.example with the exception of nina@firm.example',
    'Everything from firm.example other than nina@firm.example',
    'Alles von firm.example, es sei denn, es ist von nina@firm.example',
    'Alles von firm.example außer wenn es von nina@firm.example kommt',
    'Alles von firm.example mit Ausnahme von nina@firm.example',
    'Alles von firm.example bis auf nina@firm.example',
    'Tout de firm.example à moins que ce soit de nina@firm.example',
    'Tout de firm.example à part nina@firm.example',
    'Tout de firm.example à l’exception de nina@firm.example',
    'Todo de firm.example a menos que sea de nina@firm.example',
    'Todo de firm.example con excepción de nina@firm.example',
    'Alles van firm.example tenzij het van nina@firm.example is',
    'Alles van firm.example met uitzondering van nina@firm.example',
  ])('excepts a sender: %s', (text) => expect(senders(text)).toBe(BUT_NINA))

  it.each([
    ['nina@firm.example, only invoices', SOME],
    ['nina@firm.example, nur Rechnungen', SOME],
    ['nina@firm.example, seulement les factures', SOME],
    ['nina@firm.example, solo facturas', SOME],
    ['nina@firm.example, alleen facturen', SOME],
    ['nina@firm.example - invoices', SOME],
    ['nina@firm.example: invoices', SOME],
    ['Tennis (nina@firm.example)', SOME],
    ['Mails from nina@firm.example to tom@firm.example', SOME],
    ['Booking.com and Airbnb bookings', '+booking.com (some)'],
    ['Shops such as amazon.de and ebay.de', '+amazon.de (some), +ebay.de (some)'],
    ['Newsletters, e.g. from amazon.de', '+amazon.de (some)'],
    ['Only invoices: nina@firm.example', SOME],
    ['Invoices, also from nina@firm.example', SOME],
    ['Mail from firm.example but only from nina@firm.example', WANTED],
    ['Everything from a@x.example, only invoices from b@x.example', '+a@x.example, +b@x.example (some)'],
  ])('wants some email: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    'Everything from firm.example except invoices',
    'Everything from firm.example, but keep newsletters in the inbox',
    'Everything from firm.example, but leave newsletters in the inbox',
    'Everything from firm.example, but newsletters go to Reading',
    'Everything from firm.example, newsletters go to Reading',
    'Everything from firm.example (newsletters belong in Reading)',
    'Everything from firm.example - newsletters stay in the inbox',
    'Everything from firm.example and keep their ads in the inbox',
    'Everything from firm.example; their ads go to Reading',
    'Their newsletters stay in the inbox. Everything from firm.example',
    'Everything from firm.example. Ads belong elsewhere.',
    'Everything from firm.example. Not their newsletters.',
    'Everything from firm.example, but put invoices into Finance',
    'Everything from firm.example, whereas invoices should be filed in Finance',
    'Everything from firm.example apart from newsletters',
    'Everything from firm.example unless it is a newsletter',
    'Everything from firm.example, newsletters aside',
    'Everything from firm.example, ignoring newsletters',
    'Mails von firm.example, die keine Werbung sind',
    'Alles von firm.example, Newsletter bleiben im Posteingang',
    'Alles von firm.example, aber lass Newsletter im Posteingang',
    'Alles von firm.example, aber die Newsletter gehören in Lesen',
    'Alles von firm.example; deren Werbung kommt nach Lesen',
    'Alles von firm.example. Newsletter sollen in den Ordner Lesen.',
    'Alles von firm.example, Werbung aber nicht',
    'Alles von firm.example, Werbung in den Papierkorb',
    'Alles von firm.example abgesehen von Newslettern',
    'Tout de firm.example, mais les newsletters vont dans Lecture',
    'Tout de firm.example, les newsletters restent dans la boîte de réception',
    'Tout de firm.example, mais garde les publicités dans la boîte de réception',
    'Tout de firm.example; leurs publicités vont dans Lecture',
    'Tout de firm.example en dehors des newsletters',
    'Todo de firm.example, pero los boletines van a Lectura',
    'Todo de firm.example, pero deja los boletines en la bandeja de entrada',
    'Todo de firm.example aparte de los boletines',
    'Alles van firm.example, maar nieuwsbrieven gaan naar Lezen',
    'Alles van firm.example, laat nieuwsbrieven in het postvak',
    'Alles van firm.example afgezien van nieuwsbrieven',
    'Everything from firm.example if it is not a newsletter',
    'Everything from firm.example, but I want invoices in Finance',
    'Everything from firm.example, newsletters I prefer in the inbox',
    'Alles von firm.example, wenn es kein Newsletter ist',
    'Alles von firm.example, Rechnungen in Finanzen ablegen',
    'Todo de firm.example si no es un boletín',
    'Alles van firm.example als het geen nieuwsbrief is',
  ])('wants all but a kind of email: %s', (text) => {
    expect(senders(text)).toBe('+firm.example (except)')
    // In the folder “Firm”, the only kind of email that is excluded has one word.
    expect(phrasesOf(text, 'Firm').filter(({ isUnwanted }) => isUnwanted)).toMatchObject([
      {
        text: expect.stringMatching(
          /^(?:(?:should )?(?:news|boletin|nieuws|ads|invoices|rechnungen|werbung|publicites)\w*)$/,
        ),
      },
    ])
  })

  it.each([
    ['Everything from firm.example, but only urgent', '+firm.example (some)'],
    ['Everything from firm.example, but urgent ones', '+firm.example (some)'],
    ['Everything from firm.example, but leave it in the inbox', '-firm.example'],
    ['Everything from firm.example, invoices must not stay in the inbox', '+firm.example'],
    ['Everything from firm.example, invoices too', '+firm.example'],
    ['Everything from firm.example, not in the inbox', '+firm.example'],
    ['Alles von firm.example, nicht in den Posteingang', '+firm.example'],
    ['Todo de firm.example, no lo quiero en la bandeja de entrada', '+firm.example'],
    ['Invoices go to this folder. Everything from firm.example', '+firm.example'],
    ['Keep newsletters from firm.example in the inbox', '-firm.example (some)'],
  ])('limits a rule no more than was said: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    'Everything sent to robin+shop@firm.example',
    'Mail for robin+shop@firm.example',
    'Everything that I receive at robin+shop@firm.example',
    'Mails, die an robin+shop@firm.example gehen',
    'Sent to my alias robin+shop@firm.example',
    'Gestuurd naar robin+shop@firm.example',
    'Tout ce qui est envoyé à robin+shop@firm.example',
  ])('knows a recipient, who is no rule: %s', (text) =>
    expect(parseInstructionRules(text)).toMatchObject({ senders: [], recipients: ['robin+shop@firm.example'] }),
  )

  it.each([
    ['Mail from nina@firm.example (my sister)', WANTED],
    ['Family: mum nina@firm.example, dad tom@firm.example', `${WANTED}, ${TOM}`],
    ['my boss nina@firm.example and her assistant tom@firm.example', `${WANTED}, ${TOM}`],
    ['Meine Chefin nina@firm.example', WANTED],
    ['ma sœur nina@firm.example', WANTED],
    ['Mi hermana nina@firm.example', WANTED],
    ['Mijn zus nina@firm.example', WANTED],
    ['Nina Berg <nina@firm.example>, Tom Hall <tom@firm.example>', `${WANTED}, ${TOM}`],
    ['Whatever nina@firm.example writes', WANTED],
    ['Mails, die nina@firm.example mir schickt', WANTED],
    ['Los correos que me manda nina@firm.example', WANTED],
    ['Alles wat nina@firm.example schrijft', WANTED],
    ['Emails where the sender is nina@firm.example', WANTED],
    ['Tennis and mail from nina@firm.example', WANTED],
    ['From: nina@firm.example To: tom@firm.example', WANTED],
    ['Mails von nina@firm.example in einen anderen Ordner', ''],
    ['Invoices from nina@firm.example go to Finance', ''],
    ['Ask nina@firm.example or tom@firm.example', ''],
    ['I am nina@firm.example', ''],
  ])('recognizes who a sender is: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    'Excluir nina@firm.example',
    'Exclure nina@firm.example',
    'nina@firm.example uitsluiten',
    'nina@firm.example ausschließen',
    'Forget nina@firm.example',
    'Everything but mail from nina@firm.example',
    'Mail from nina@firm.example should not end up here',
    'Mail from nina@firm.example is not welcome here',
    'Mails von nina@firm.example haben hier nichts zu suchen',
    'Move mail from nina@firm.example out of here',
    'Keep nina@firm.example away from this folder',
    'Do not admit mail from nina@firm.example',
    'No quiero correos de nina@firm.example aquí',
    'No pongas aquí los correos de nina@firm.example',
    'Je ne veux pas de mails de nina@firm.example ici',
    'Ik wil geen mails van nina@firm.example in deze map',
    'Anyone but nina@firm.example',
    'Mail from nina@firm.example should be ignored',
    'Nunca pongas aquí nada de nina@firm.example',
    'Get rid of nina@firm.example',
    'No more mail from nina@firm.example',
    'Newsletters, mais surtout pas celles de nina@firm.example',
    'nina@firm.example ausgenommen',
    'Not phone (nina@firm.example)',
    'Not the ones from nina@firm.example',
    'nina@firm.example belongs elsewhere',
    'Mail from nina@firm.example, my sister, does not belong here',
  ])('excludes a sender: %s', (text) => expect(senders(text)).toBe(EXCLUDED))

  it.each([
    ['a@x.example, b@x.example do not belong here', '-a@x.example, -b@x.example'],
    ['Alles von a@x.example und b@x.example, aber c@x.example nicht', '+a@x.example, +b@x.example, -c@x.example'],
    ['Alles von x.example, a@x.example nicht', '-a@x.example, +x.example'],
    ['Weder a@x.example noch b@x.example', '-a@x.example, -b@x.example'],
    ['Not from a@x.example, b@x.example goes here', '-a@x.example, +b@x.example'],
    ['Not from a@x.example, b@x.example out of the inbox', '-a@x.example, +b@x.example'],
    ['Nie Mails von a@x.example, immer Mails von b@x.example', '-a@x.example, +b@x.example'],
    ['Mails vom Chef (a@x.example) hierher, Mails vom Kollegen (b@x.example) nie', '+a@x.example, -b@x.example'],
    ['a@x.example: ja, b@x.example: nein', '+a@x.example, -b@x.example'],
    ['+a@x.example -b@x.example', '+a@x.example, -b@x.example'],
    ['-a@x.example\n-b@x.example', '+a@x.example, +b@x.example'],
    ['Everything from x.example but a@x.example goes here', '-a@x.example, +x.example'],
    ['Everything from x.example except: a@x.example, b@x.example', '-a@x.example, -b@x.example, +x.example'],
  ])('finds the end of a list: %s', (text, expected) => expect(senders(text)).toBe(expected))
})
