import { expect, it } from 'vitest'
import { phrasesOf } from './phrases.ts'
import { stemsOf } from './tokens.ts'

const stems = (text: string) => [...stemsOf(text)]

it('parts instructions at commas, and says which of them are not wanted', () => {
  expect(phrasesOf('Flights, hotels and the train. No parcels, invoices!')).toEqual([
    { stems: stems('flights'), isUnwanted: false },
    { stems: stems('hotels train'), isUnwanted: false },
    { stems: stems('parcels'), isUnwanted: true },
    { stems: stems('invoices'), isUnwanted: true },
  ])
})

it('reads a contracted "not" as one, and never as the word that its first half would be', () => {
  for (const apostrophe of ["'", '’'])
    expect(phrasesOf(`Bills, don${apostrophe}t file parcels`)).toEqual([
      { stems: stems('bills'), isUnwanted: false },
      { stems: stems('file parcels'), isUnwanted: true },
    ])
})

it('reads what is joined by a stroke, a dot or a hyphen also as one word', () => {
  expect(phrasesOf('TCP/IP and AX.25 radio. Check-in.').map((phrase) => phrase.stems)).toEqual([
    stems('tcp ip tcpip ax 25 ax25 radio'),
    stems('check checkin'),
  ])
  expect(phrasesOf('AX.25, not NET/ROM').at(0)).toEqual({ stems: stems('ax 25 ax25'), isUnwanted: false })
})

it.each([
  ['No newsletters, only invoices', 'invoices'],
  ['Not only parcels but also letters', 'parcels, letters'],
  ['Keine Werbung, sondern Verträge', 'vertrage'],
  ['Receipts but not invoices', 'receipts'],
])('knows where a "not" ends: %s', (text, wanted) => {
  const found = phrasesOf(text).filter(({ isUnwanted }) => !isUnwanted)
  expect(found.flatMap((phrase) => phrase.stems)).toEqual(stems(wanted))
})
