import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excludesSender, parseInstructionRules, ruleAbout, sharedWishes } from './instruction-rules.ts'
import { senders } from './testing/sender-rules.ts'

const NINA = 'nina@firm.example'
const WANTED = `+${NINA}`
const EXCLUDED = `-${NINA}`
const BUT_NINA = `-${NINA}, +firm.example`

describe('senders', () => {
  it.each([
    ['nina@firm.example', WANTED],
    ['Nina <Nina@Firm.example>', WANTED],
    ['Mail from nina@firm.example goes here.', WANTED],
    ['Everything from nina@firm.example!', WANTED],
    ['Put every email from my sister Nina (nina@firm.example) here', WANTED],
    ['If it is from nina@firm.example', WANTED],
    ['“nina@firm.example”', WANTED],
    ['Not from nina@firm.example', EXCLUDED],
    ['Tennis, but no mail from nina@firm.example', EXCLUDED],
    ['Don’t put mail from nina@firm.example here', EXCLUDED],
    ['Mail from nina@firm.example does not belong here.', EXCLUDED],
    ['Everything but nina@firm.example', EXCLUDED],
    ['Everything from @firm.example except nina@firm.example', BUT_NINA],
    ['Everything from firm.example, but not from nina@firm.example', BUT_NINA],
    ['All mail from firm.example but nina@firm.example', BUT_NINA],
    ['Nothing from firm.example except nina@firm.example', `+${NINA}, -firm.example`],
    ['Everything else from firm.example', '+firm.example (rest)'],
    ['The rest from firm.example', '+firm.example (rest)'],
    ['Nothing else from firm.example', ''],
    ['Invoices from firm.example', '+firm.example (some)'],
    ['Invoices and receipts from a@x.example and b@x.example', '+a@x.example (some), +b@x.example (some)'],
    ['Invoices from a@x.example, everything from b@x.example', '+a@x.example (some), +b@x.example'],
    ['Mail from nina@firm.example about tennis', `${WANTED} (some)`],
    ['Mail from nina@firm.example if urgent', `${WANTED} (some)`],
    ['No invoices from firm.example', '-firm.example (some)'],
    ['Invoices, not from firm.example', '-firm.example'],
    ['Mail to nina@firm.example and cc tom@firm.example', ''],
  ])('in English: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    ['Alles von nina@firm.example', WANTED],
    ['Mails von Oma und von nina@firm.example gehören hierher', WANTED],
    ['Keine Mails von nina@firm.example', EXCLUDED],
    ['Mails von nina@firm.example gehören nicht hierher', EXCLUDED],
    ['Ohne nina@firm.example', EXCLUDED],
    ['Alles von firm.example, außer von nina@firm.example', BUT_NINA],
    ['Keine Mails von nina@firm.example, sondern von firm.example', BUT_NINA],
    ['Alles andere von firm.example', '+firm.example (rest)'],
    ['Rechnungen von firm.example', '+firm.example (some)'],
    ['Alle E-Mails vom Verein (firm.example), aber nicht von nina@firm.example', BUT_NINA],
  ])('in German: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    ['Tout ce qui vient de nina@firm.example', WANTED],
    ["Tout ce que nina@firm.example m'envoie", WANTED],
    ['Pas de mails de nina@firm.example', EXCLUDED],
    ['Les mails de nina@firm.example ne vont pas ici', EXCLUDED],
    ['Tout ce qui vient de firm.example, sauf nina@firm.example', BUT_NINA],
    ['Rien de nina@firm.example, tout de firm.example', BUT_NINA],
    ['Tout le reste de firm.example', '+firm.example (rest)'],
    ['Factures de firm.example', '+firm.example (some)'],
  ])('in French: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    ['Todo de nina@firm.example', WANTED],
    ['Todo lo que venga de nina@firm.example', WANTED],
    ['Nada de nina@firm.example', EXCLUDED],
    ['Todo de firm.example, excepto nina@firm.example', BUT_NINA],
    ['Todo de firm.example pero no de nina@firm.example', BUT_NINA],
    ['Todo lo demás de firm.example', '+firm.example (rest)'],
    ['Facturas de firm.example', '+firm.example (some)'],
  ])('in Spanish: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it.each([
    ['Alles van nina@firm.example', WANTED],
    ['Niets van nina@firm.example', EXCLUDED],
    ['Mails van nina@firm.example horen hier niet', EXCLUDED],
    ['Alles van firm.example behalve nina@firm.example', BUT_NINA],
    ['Al het andere van firm.example', '+firm.example (rest)'],
    ['De facturen van firm.example', '+firm.example (some)'],
    ['Alles van a@x.example of b@x.example', '+a@x.example, +b@x.example'],
  ])('in Dutch: %s', (text, expected) => expect(senders(text)).toBe(expected))

  it('ends an exclusion at the sentence, at a contrast, and after brackets', () => {
    const both = '-a@x.example, +b@x.example'
    for (const text of [
      'Not from a@x.example. From b@x.example',
      'Not from a@x.example\nb@x.example',
      'Not from a@x.example but from b@x.example',
      'Not from a@x.example, everything from b@x.example',
      'Not from a@x.example, mail from b@x.example goes here',
      'Flights (not from a@x.example) and from b@x.example',
    ])
      expect(senders(text), text).toBe(both)
    expect(senders('Not from a@x.example, b@x.example')).toBe('-a@x.example, -b@x.example')
    expect(senders('Not only from a@x.example but also from b@x.example')).toBe('+a@x.example, +b@x.example')
  })

  it.each([
    ['Keep out nina@firm.example', EXCLUDED],
    ['Remove nina@firm.example', EXCLUDED],
    ['Stop filing nina@firm.example here', EXCLUDED],
    ['Block nina@firm.example', EXCLUDED],
    ['Avoid shop.example', '-shop.example'],
    ['Leave nina@firm.example in the inbox', EXCLUDED],
    ['nina@firm.example bleibt im Posteingang', EXCLUDED],
    ['nina@firm.example belongs in Work', ''],
    ['Mail from nina@firm.example goes to Work', ''],
    ['My address is me@home.example', ''],
    ['If in doubt ask nina@firm.example', ''],
    ['Not only nina@firm.example but also tom@firm.example', `${WANTED}, +tom@firm.example`],
    ['Don’t forget: nina@firm.example', WANTED],
    ['rien que nina@firm.example', WANTED],
    ['niets dan nina@firm.example', WANTED],
    ['a@x.example/b@x.example', '+a@x.example, +b@x.example'],
    ['nina@firm.example’s invoices', `${WANTED} (some)`],
    ['co.uk, shop.co.uk', '+shop.co.uk'],
  ])('understands the verb and destination, or reads no rule: %s', (text, expected) =>
    expect(senders(text)).toBe(expected),
  )

  it('reads files, abbreviations and links as no domains', () => {
    expect(
      senders('invoice.pdf, e.g. z.B. README.md, Node.js, TCP/IP, AX.25, https://x.example/a, end.Also, tel.nr. kd.nr'),
    ).toBe('')
    expect(senders('www.firm.example, *@shop.example, Café.example')).toBe(
      '+firm.example, +shop.example, +xn--caf-dma.example',
    )
  })

  it('ignores domains that strangers share, but not addresses there', () => {
    const rules = parseInstructionRules('Everything from gmail.com and from nina@gmail.com')
    expect(rules.sharedProviders).toEqual(['gmail.com'])
    expect(rules.senders.map(({ value }) => value)).toEqual(['nina@gmail.com'])
  })

  it('reports what is both wanted and excluded, and counts it as excluded', () => {
    const rules = parseInstructionRules('Mail from nina@firm.example. Not from nina@firm.example.')
    expect(rules).toMatchObject({ contradictory: [NINA], senders: [{ value: NINA, effect: 'excluded' }] })
  })
})

describe('only, names and quotes', () => {
  it.each([
    'Only from nina@firm.example',
    'Invoices, only from nina@firm.example',
    'From nina@firm.example only',
    'Nur von nina@firm.example',
    'Seulement de nina@firm.example',
    'Solo de nina@firm.example',
    'Alleen van nina@firm.example',
    'Nothing but nina@firm.example',
    'nina@firm.example and nothing else',
    'nina@firm.example, sonst nichts',
    'Rien d’autre que nina@firm.example',
    'Mail from firm.example but only from nina@firm.example',
  ])('excludes other senders: %s', (text) => {
    const rules = parseInstructionRules(text)
    expect(excludesSender(rules, 'tom@firm.example')).toBe(true)
    expect(excludesSender(rules, NINA)).toBe(false)
  })

  it.each([
    'Not only from nina@firm.example',
    'Only invoices, and mail from nina@firm.example',
    'Mail from nina@firm.example belongs only here',
    'From Nina',
    // A display name neither admits nor removes: the sender chooses it.
    'Only from Nina',
    'Only Invoices from Amazon',
    'Nur Rechnungen',
    'Nur von Oma',
    'Seulement les factures de Orange',
    'Solo facturas de Amazon',
    'Alleen van Oma',
  ])('excludes nobody: %s', (text) =>
    expect(excludesSender(parseInstructionRules(text), 'tom@firm.example')).toBe(false),
  )

  it.each([
    ['Mail from Nina', ['nina']],
    ['From Nina, Tom and Marie Dupont', ['marie dupont', 'nina', 'tom']],
    ['Alles von Oma', ['oma']],
    ['Tout de Nina et les mails de Tom', ['nina', 'tom']],
    ['Todo de Nina, no de Tom', ['nina', '-tom']],
    ['Mails van Oma', ['oma']],
    ['Mail from suppliers', []],
  ])('finds names of senders: %s', (text, expected) => {
    const names = parseInstructionRules(text).names.map(
      ({ words, isExcluded }) => `${isExcluded ? '-' : ''}${words.join(' ')}`,
    )
    expect(names.sort()).toEqual([...expected].sort())
  })

  it('finds wanted quotes in the quotation marks of each language', () => {
    expect(parseInstructionRules('“VAT”, "tax  return", «TVA» or „Größe“, not “spam”').quoted).toEqual([
      'grosse',
      'tax return',
      'tva',
      'vat',
    ])
  })
})

describe('ruleAbout', () => {
  it('prefers an address to a domain, and a longer domain to a shorter one', () => {
    const rules = parseInstructionRules(
      'Everything from firm.example except news.firm.example, not from tom@firm.example',
    )
    const effect = (sender: string) => ruleAbout(rules, sender)?.effect
    expect(effect('a@firm.example')).toBe('wanted')
    expect(effect('a@mail.firm.example')).toBe('wanted')
    expect(effect('a@x.news.firm.example')).toBe('excluded')
    expect(effect('tom@firm.example')).toBe('excluded')
    expect(effect('a@notfirm.example')).toBeUndefined()
    expect(effect('a@firm.example.evil.example')).toBeUndefined()
    expect(effect('')).toBeUndefined()
  })
})

describe('sharedWishes', () => {
  const between = (a: string, b: string) =>
    sharedWishes(parseInstructionRules(a), parseInstructionRules(b)).map(({ value }) => value)
  it('finds senders of whom two folders want all email', () => {
    expect(between('Mail from nina@firm.example', 'Club, nina@firm.example')).toEqual([NINA])
    expect(between('Everything from firm.example', NINA)).toEqual([])
    expect(between('Everything else from firm.example', 'Everything from firm.example')).toEqual([])
    expect(between('Invoices from nina@firm.example', 'Letters from nina@firm.example')).toEqual([])
    expect(between('Not from nina@firm.example', NINA)).toEqual([])
  })
})

describe('any text', () => {
  const words =
    `from not except only but everything else von nicht außer sauf de ohne behalve van alles tout , . ( ) “ " here
    a@x.example b@y.example x.example y.example Nina invoices gmail.com about to and
    - : never unless exclude keep out inbox no mail yes nein belongs if my`.split(/\s+/)
  const anyInstructions = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((chosen) => chosen.join(' ')),
    fc.string({ maxLength: 300, unit: 'grapheme' }),
  )

  it('never throws, and an excluded sender is never wanted', () => {
    fc.assert(
      fc.property(anyInstructions, (text) => {
        const rules = parseInstructionRules(text)
        expect(new Set(rules.senders.map(({ value }) => value)).size).toBe(rules.senders.length)
        for (const { value } of rules.senders.filter(({ effect, scope }) => effect === 'excluded' && scope === 'all')) {
          const sender = value.includes('@') ? value : `someone@${value}`
          expect(ruleAbout(rules, sender)?.effect).not.toBe('wanted')
          expect(excludesSender(rules, sender)).toBe(true)
        }
        for (const value of rules.contradictory)
          expect(rules.senders).toContainEqual(expect.objectContaining({ value, effect: 'excluded' }))
      }),
    )
  })

  it('reads sentences in any order alike', () => {
    const anySentence = fc.array(fc.constantFrom(...words.filter((word) => word !== '.')), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(anySentence, { maxLength: 5 }), (sentences) => {
        const texts = sentences.map((chosen) => chosen.join(' '))
        const read = (order: readonly string[]) => parseInstructionRules(order.join('\n'))
        expect(read(texts.toReversed())).toEqual(read(texts))
      }),
    )
  })

  it.each(['a', 'a@', '"', '“a', 'a.', '-', '@', '.', '( ', "d'", 'not ', 'é.', "n't", ' ', 'a@b.example '])(
    'reads 4,000 characters quickly: %j',
    (part) => {
      // In cubic time this exceeds the timeout of the test.
      for (let i = 0; i < 10; i++) parseInstructionRules(part.repeat(4000 / part.length))
    },
  )
})
