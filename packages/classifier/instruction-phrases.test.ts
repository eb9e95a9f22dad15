import { expect, it } from 'vitest'
import { phrasesOf } from './instruction-phrases.ts'
import { stemsOf } from './tokenize.ts'

const stems = (text: string) => [...stemsOf(text)]

it('splits instructions at commas and marks the excluded phrases', () => {
  expect(phrasesOf('Flights, hotels and the train. No parcels, invoices!')).toEqual([
    { stems: stems('flights'), isUnwanted: false },
    { stems: stems('hotels train'), isUnwanted: false },
    { stems: stems('parcels'), isUnwanted: true },
    { stems: stems('invoices'), isUnwanted: true },
  ])
})

it('reads a contracted "not" as a negation, and never as the word before the apostrophe', () => {
  for (const apostrophe of ["'", '’'])
    expect(phrasesOf(`Bills, don${apostrophe}t file parcels`)).toEqual([
      { stems: stems('bills'), isUnwanted: false },
      { stems: stems('file parcels'), isUnwanted: true },
    ])
})

it('reads words joined by a slash, dot or hyphen also as one word', () => {
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
])('finds the end of a negation: %s', (text, wanted) => {
  const found = phrasesOf(text).filter(({ isUnwanted }) => !isUnwanted)
  expect(found.flatMap((phrase) => phrase.stems)).toEqual(stems(wanted))
})
