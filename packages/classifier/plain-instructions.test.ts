import { expect, it } from 'vitest'
import { phrasesOf } from './instruction-phrases.ts'
import { parseInstructionRules } from './instruction-rules.ts'
import { inPlainForm } from './plain-instructions.ts'
import { senders } from './testing/sender-rules.ts'

const NAME = 'Firm'

interface Wording {
  /** Wishes for all email of firm.example. */
  wishes: string[]
  /** Clauses that exclude newsletters. */
  clauses: string[]
  but: string
}

const WORDINGS: Record<string, Wording> = {
  English: {
    wishes: [
      'everything from firm.example',
      'all mail from firm.example goes here',
      'put everything from firm.example here',
    ],
    clauses: [
      'newsletters go to Reading',
      'newsletters from firm.example go to Reading',
      'I keep newsletters in Reading',
      'for newsletters I use Reading',
      'newsletters are in Reading',
      'newsletters -> Reading',
      'newsletters => Reading',
      'leave newsletters in the inbox',
      'delete newsletters',
      'newsletters should go somewhere else',
      'I do not want newsletters here',
      'newsletters: no',
    ],
    but: 'but',
  },
  German: {
    wishes: ['alles von firm.example', 'alle Mails von firm.example hierher'],
    clauses: [
      'Newsletter kommen nach Lesen',
      'Newsletter von firm.example gehören in Lesen',
      'lege Newsletter in Lesen ab',
      'für Newsletter nutze ich Lesen',
      'Newsletter sind in Lesen',
      'Newsletter bleiben im Posteingang',
      'Newsletter lösche ich',
      'Newsletter möchte ich hier nicht',
      'Newsletter nicht',
    ],
    but: 'aber',
  },
  French: {
    wishes: ['tout de firm.example', 'tous les mails de firm.example ici', 'tout ce que firm.example envoie'],
    clauses: [
      'les newsletters vont dans Lecture',
      'les newsletters de firm.example vont dans Lecture',
      'pour les newsletters j’utilise Lecture',
      'les newsletters sont dans Lecture',
      'les newsletters restent dans la boîte de réception',
      'je ne veux pas de newsletters ici',
      'les newsletters à la corbeille',
    ],
    but: 'mais',
  },
  Spanish: {
    wishes: ['todo de firm.example', 'todos los correos de firm.example aquí'],
    clauses: [
      'los boletines van a Lectura',
      'los boletines de firm.example van a Lectura',
      'para los boletines uso Lectura',
      'los boletines están en Lectura',
      'los boletines se quedan en la bandeja de entrada',
      'no quiero boletines aquí',
      'los boletines no',
    ],
    but: 'pero',
  },
  Dutch: {
    wishes: ['alles van firm.example', 'alle mails van firm.example hier'],
    clauses: [
      'nieuwsbrieven gaan naar Lezen',
      'nieuwsbrieven van firm.example gaan naar Lezen',
      'voor nieuwsbrieven gebruik ik Lezen',
      'nieuwsbrieven staan in Lezen',
      'nieuwsbrieven blijven in het postvak',
      'ik wil hier geen nieuwsbrieven',
      'nieuwsbrieven niet',
    ],
    but: 'maar',
  },
}

it.each(Object.entries(WORDINGS))(
  'reads an exception before and after its wish, however they are joined: %s',
  (_, wording) => {
    const { wishes, clauses, but } = wording
    const wrong = wishes
      .flatMap((wish) => clauses.flatMap((clause) => joined(wish, clause, but)))
      .filter((text) => {
        const unwanted = phrasesOf(text, NAME).filter(({ isUnwanted }) => isUnwanted)
        const isRight =
          unwanted.length === 1 && /^(?:newsletters?|boletines|nieuwsbrieven)$/.test(unwanted[0]?.text ?? '')
        return !isRight || senders(text, NAME) !== '+firm.example (except)'
      })
    expect(wrong).toEqual([])
  },
)

function joined(wish: string, clause: string, but: string): string[] {
  return [
    `${wish}, ${clause}`,
    `${wish}, ${but} ${clause}`,
    `${wish} ${but} ${clause}`,
    `${wish}; ${clause}`,
    `${wish} (${clause})`,
    `${wish} – ${clause}`,
    `- ${wish}\n- ${clause}`,
    `${clause}, ${wish}`,
    `${clause}, ${but} ${wish}`,
    `${clause}. ${wish}.`,
    `* ${clause}\n* ${wish}`,
  ]
}

it.each([
  'Everything from firm.example, w/o newsletters',
  'Everything from firm.example\nNot: newsletters',
  'Everything from firm.example except:\n- newsletters',
  'Everything from firm.example, excl. newsletters',
  'Everything from firm.example NOT newsletters',
  'everything from firm.example no newsletters',
  'alles von firm.example exkl. Newsletter',
  'tout de firm.example pas les newsletters',
  'alles van firm.example geen nieuwsbrieven',
  'Everything from firm.example, but newsletters in Reading',
  'Everything from firm.example, newsletters in the Reading folder',
  'Everything from firm.example, whereas newsletters stay where they are',
  'Everything from firm.example, just leave the newsletters alone',
  'Alles von firm.example, aber Newsletter in den Ordner Lesen',
  'Alles von firm.example, aber Newsletter zu Lesen',
  'Alles von firm.example, die Newsletter jedoch in Lesen',
  'Alles von firm.example. Newsletter gehören allerdings in Lesen.',
  'Alles von firm.example, Newsletter bleiben, wo sie sind',
  'Alles von firm.example, es sei denn, es sind Newsletter',
  'Alles von firm.example, Newsletter überspringen',
  'Tout de firm.example, mais les newsletters dans Lecture',
  "Tout de firm.example sauf s'il s'agit de newsletters",
  'Tout de firm.example, à moins que ce ne soit des newsletters',
  'Tout de firm.example; leurs newsletters à la poubelle',
  'Todo de firm.example. Los boletines van, sin embargo, a Lectura.',
  'Todo de firm.example, pero los boletines a Lectura',
  'Alles van firm.example, maar nieuwsbrieven in Lezen',
  'Alles van firm.example, op de nieuwsbrieven na',
  'Alles van firm.example op nieuwsbrieven na',
  'Alles van firm.example, sla nieuwsbrieven over',
  'Alles van firm.example, exclusief nieuwsbrieven',
])('reads one kind of email as excluded: %s', (text) => {
  expect(senders(text, NAME)).toBe('+firm.example (except)')
  expect(phrasesOf(text, NAME).filter(({ isUnwanted }) => isUnwanted)).toHaveLength(1)
})

it.each([
  'newsletters come here, too',
  'including newsletters',
  'inkl. Newsletter',
  'newsletters go to Firm',
  'newsletters do not go to Reading',
  'do not leave newsletters in the inbox',
  'keep newsletters out of the inbox',
  'never delete newsletters',
  'do not ignore newsletters',
  'newsletters: yes',
  'flights to Spain go here',
  'newsletters to Reading',
  'Newsletter nicht löschen',
  'auch Newsletter',
  'Newsletter gehören in Firm',
  'ne supprime pas les newsletters',
  'y compris les newsletters',
  'boletines: sí',
  'los boletines van a Firm',
  'nieuwsbrieven niet verwijderen',
  'facturen van het huis en reclame',
])('excludes nothing beside “everything from …”: %s', (clause) => {
  for (const text of [`Everything from firm.example, ${clause}`, `${clause}. Everything from firm.example`]) {
    expect(senders(text, NAME), text).toBe('+firm.example')
    expect(phrasesOf(text, NAME).filter(({ isUnwanted }) => isUnwanted)).toEqual([])
  }
})

it.each([
  ['Everything from firm.example, newsletters: Reading', ['newsletters: Reading']],
  ['Everything from firm.example. Newsletters to Reading.', ['Newsletters to Reading']],
  ['Everything from firm.example, receipts are in HR', ['receipts are in HR']],
  ['Everything from firm.example, newsletters have their own folder', ['newsletters have their own folder']],
  ['Todo de firm.example, las facturas a Contabilidad', ['las facturas a Contabilidad']],
  ['Everything from firm.example; their ads are spam', ['their ads are spam']],
  ['todo de firm.example no boletines', ['todo de firm.example no boletines']],
  ['Alles von firm.example nicht anfassen', ['Alles von firm.example nicht anfassen']],
  ['Mail from nina@firm.example goes to Work', ['Mail from nina@firm.example goes to Work']],
  [
    'Everything from x.example and newsletters stay in the inbox',
    ['Everything from x.example and newsletters stay in the inbox'],
  ],
  ['Mail from nina@firm.example goes to Firm', []],
  ['Tennis: Wimbledon', []],
])('reports what may be another place: %s', (text, expected) => {
  const { unclear, senders: rules } = parseInstructionRules(text, NAME)
  expect(unclear).toEqual(expected)
  expect(rules.filter(({ effect, scope }) => effect === 'excluded' || scope === 'except')).toEqual([])
})

it('reads a list after “except” as one exception', () => {
  const text = 'Everything from firm.example except:\n\n- newsletters\n- adverts\n\nEverything from other.example'
  expect(senders(text, NAME)).toBe('+firm.example (except), +other.example')
  const unwanted = phrasesOf(text, NAME).filter(({ isUnwanted }) => isUnwanted)
  expect(unwanted.map((phrase) => phrase.text).join(' ')).toBe('newsletters adverts')
})

it.each([
  'nina@firm.example, tom@firm.example: club',
  'See https://shop.example/a?b=c; e.g. "tennis", 3:2 (and golf) - AX.25!',
  'Rechnungen: Strom, Gas',
])('leaves other text as it is: %s', (text) => expect(inPlainForm(text)).toMatchObject({ text, unclear: [] }))
